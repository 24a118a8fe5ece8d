/** The help over the table: which part of it is open. */
export type HelpPart = 'legend' | 'rules' | 'keys'

export const HELP_PARTS: readonly HelpPart[] = ['legend', 'rules', 'keys']

export class Help {
  /** The open part; null while the help is closed. */
  part = $state.raw<HelpPart | null>(null)
  /** The rule that is shown first. */
  rule = $state.raw<string | null>(null)

  open(part: HelpPart = 'legend'): void {
    this.rule = null
    this.part = part
  }

  /** Opens the rules at one of them. */
  openRule(id: string): void {
    this.rule = id
    this.part = 'rules'
  }

  close(): void {
    this.part = null
  }
}
