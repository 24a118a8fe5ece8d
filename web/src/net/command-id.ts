/** A new id for a command, over WebSocket or HTTP: the server carries out a repeated id once (idempotent). */
export function commandId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
