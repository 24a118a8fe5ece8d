// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import AccountDialog from './AccountDialog.svelte'
import { currentUser } from './current-user.svelte'

const TOKENS = [
  { id: 1, label: 'Firefox, Linux', created: 0, used: 1_794_797_762_317, current: true },
  { id: 2, label: '', created: 0, used: 1_794_797_762_317, current: false },
]

let changes: object[]
let revoked: string[]
let account = true
let wrong = false

beforeEach(async () => {
  changes = []
  revoked = []
  wrong = false
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path === '/api/logout') return new Response(null, { status: 204 })
    if (path === '/api/tokens') return new Response(JSON.stringify(TOKENS))
    if (path.endsWith('/revoke')) {
      revoked.push(path)
      return new Response(null, { status: 204 })
    }
    if (path !== '/api/password' && path !== '/api/me/delete')
      return new Response(JSON.stringify({ person: 1, name: 'Ada', account }))
    changes.push(JSON.parse(String(init.body)) as object)
    const problem = { code: 'wrong-old-password', reason: 'this is not the password', rule: null, params: {} }
    return wrong ? new Response(JSON.stringify(problem), { status: 401 }) : new Response(null, { status: 204 })
  })
  await currentUser.logout()
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function change(old: string, password: string) {
  await fireEvent.click(screen.getByRole('button', { name: 'Change the password' }))
  await fireEvent.input(screen.getByLabelText('Current password'), { target: { value: old } })
  await fireEvent.input(screen.getByLabelText(/^New password/), { target: { value: password } })
  await fireEvent.click(screen.getByRole('button', { name: 'Change it' }))
}

it('changes the password by the one there is', async () => {
  const { component } = render(AccountDialog)
  component.show()
  await change('correct horse', 'battery staple')
  expect((await screen.findByText(/^The password is changed/)).getAttribute('role')).toBe('status')
  expect(changes).toEqual([{ old: 'correct horse', new: 'battery staple' }])
  expect(screen.queryByLabelText('Current password')).toBeNull()
})

it('says that the password is another one', async () => {
  const { component } = render(AccountDialog)
  component.show()
  wrong = true
  await change('wrong horse', 'battery staple')
  expect((await screen.findByText('This is not your current password.')).getAttribute('role')).toBe('alert')
  expect((screen.getByLabelText('Current password') as HTMLInputElement).value).toBe('wrong horse')
})

it('has nothing of it for guests', async () => {
  account = false
  await currentUser.logout()
  const { component } = render(AccountDialog)
  component.show()
  expect(screen.queryByRole('button', { name: 'Change the password' })).toBeNull()
  account = true
})

it('lists devices and logs one of them out', async () => {
  const { component } = render(AccountDialog)
  component.show()
  await fireEvent.click(screen.getByRole('button', { name: 'Where you are logged in' }))
  expect(await screen.findByText(/Firefox, Linux/)).toBeTruthy()
  expect(screen.getByText('this device')).toBeTruthy()
  // This device has no such button: there is one for the other device, and one for logging out here.
  const item = screen.getByText(/Another device or program/).closest('li')
  await fireEvent.click(item!.querySelector('button')!)
  expect(revoked).toEqual(['/api/tokens/2/revoke'])
  expect(screen.queryByText(/Another device or program/)).toBeNull()
  expect(screen.getByText(/Firefox, Linux/)).toBeTruthy()
})

async function deleteMe(password?: string) {
  await fireEvent.click(screen.getByRole('button', { name: 'Delete everything about you' }))
  if (password) await fireEvent.input(screen.getByLabelText(/^Password/), { target: { value: password } })
  await fireEvent.click(screen.getByRole('button', { name: 'Delete permanently' }))
}

it('deletes an account by its password', async () => {
  const { component } = render(AccountDialog)
  component.show()
  await deleteMe('correct horse')
  expect(changes).toEqual([{ password: 'correct horse' }])
})

it('deletes a guest, who has no password', async () => {
  account = false
  await currentUser.logout()
  const { component } = render(AccountDialog)
  component.show()
  await deleteMe()
  expect(changes).toEqual([{ password: null }])
  account = true
})
