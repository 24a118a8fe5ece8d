/** The current user: the identity that this browser has with the server. */
import { api } from '../net/http'
import type { Credentials, Me, NewPassword } from '../net/wire'

let me: Me | null = $state.raw(null)
let loading: Promise<Me> | null = null

async function reload(): Promise<void> {
  loading = null
  await currentUser.load()
}

export const currentUser = {
  /** Null until loaded. */
  get me(): Me | null {
    return me
  },

  /** Loads the current user; a new visitor becomes a guest. */
  load(): Promise<Me> {
    loading ??= api.me().then(
      (found) => (me = found),
      (problem: unknown) => {
        loading = null
        throw problem
      },
    )
    return loading
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
    await reload()
  },

  /** Deletes the user; an account needs its password. The browser becomes a new guest. */
  async remove(password: string | null): Promise<void> {
    await api.deleteMe({ password })
    await reload()
  },
}
