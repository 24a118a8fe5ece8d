// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import AccountDialog from './AccountDialog.svelte'
import { currentUser } from './current-user.svelte'

let changes: object[]
let account = true
let wrong = false

beforeEach(async () => {
  changes = []
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
    if (path !== '/api/password') return new Response(JSON.stringify({ person: 1, name: 'Ada', account }))
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
  await fireEvent.input(screen.getByLabelText('Password now'), { target: { value: old } })
  await fireEvent.input(screen.getByLabelText(/^New password/), { target: { value: password } })
  await fireEvent.click(screen.getByRole('button', { name: 'Change it' }))
}

it('changes the password by the one there is', async () => {
  const { component } = render(AccountDialog)
  component.show()
  await change('correct horse', 'battery staple')
  expect((await screen.findByText(/^The password is changed/)).getAttribute('role')).toBe('status')
  expect(changes).toEqual([{ old: 'correct horse', new: 'battery staple' }])
  expect(screen.queryByLabelText('Password now')).toBeNull()
})

it('says that the password is another one', async () => {
  const { component } = render(AccountDialog)
  component.show()
  wrong = true
  await change('wrong horse', 'battery staple')
  expect((await screen.findByText('This is not the password that you have now.')).getAttribute('role')).toBe('alert')
  expect((screen.getByLabelText('Password now') as HTMLInputElement).value).toBe('wrong horse')
})

it('has nothing of it for guests', async () => {
  account = false
  await currentUser.logout()
  const { component } = render(AccountDialog)
  component.show()
  expect(screen.queryByRole('button', { name: 'Change the password' })).toBeNull()
  account = true
})
