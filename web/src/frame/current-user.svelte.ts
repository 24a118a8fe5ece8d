/** Who is at this browser. */
import { api } from '../net/http'
import type { Credentials, Me, NewPassword } from '../net/wire'

let me: Me | null = $state.raw(null)
let asking: Promise<Me> | null = null

export const self = {
  /** Null until the server has told. */
  get me(): Me | null {
    return me
  },

  /** Makes sure that the server knows us: whoever is new becomes a guest. */
  known(): Promise<Me> {
    asking ??= api.me().then(
      (found) => (me = found),
      (problem: unknown) => {
        asking = null
        throw problem
      },
    )
    return asking
  },

  async rename(name: string): Promise<void> {
    if (name !== me?.name) me = await api.rename(name)
  },

  async register(credentials: Credentials): Promise<void> {
    me = await api.register(credentials)
  },

  async changePassword(change: NewPassword): Promise<void> {
    await api.changePassword(change)
  },

  async login(credentials: Credentials): Promise<void> {
    me = await api.login(credentials)
  },

  async logout(): Promise<void> {
    await api.logout()
    asking = null
    await self.known()
  },
}
