/** Turning sounds on and off; whoever turns them on hears one. */
import { prefs } from '../browser/preferences.svelte'
import type { Speaker } from './sound/speaker'

export function switchSounds(speaker: Speaker): void {
  prefs.sounds = !prefs.sounds
  speaker.touched()
  speaker.play('turn')
}
