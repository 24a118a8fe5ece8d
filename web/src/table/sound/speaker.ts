/** Plays sounds with Web Audio, if they are turned on, and never before the user has touched the page. */
import { load, save } from '../../browser/storage'
import { preferences } from '../../browser/preferences.svelte'
import { tones, type Sound, type Tone } from './sounds'

/** Seconds between the starts of two sounds, and how late one may be before it is left out. */
const APART = 0.09
const LATE = 0.7
const VOLUME = 'sound.volume'

export class Speaker {
  #audio: AudioContext | null = null
  #rustle: AudioBuffer | null = null
  /** When the next sound may begin. */
  #free = 0
  #touched = globalThis.navigator?.userActivation?.hasBeenActive ?? false
  #volume: number

  constructor(
    private readonly wanted: () => boolean,
    private readonly make: () => AudioContext = () => new AudioContext(),
  ) {
    const stored = load<number>(VOLUME)
    this.#volume = typeof stored === 'number' && stored >= 0 && stored <= 1 ? stored : 0.5
  }

  get volume(): number {
    return this.#volume
  }

  set volume(volume: number) {
    this.#volume = Math.min(1, Math.max(0, volume))
    save(VOLUME, this.#volume)
  }

  /** The user has touched the page: from now on browsers allow sound. */
  touched(): void {
    this.#touched = true
  }

  play(sound: Sound, count = 1): void {
    if (!this.wanted() || !this.#touched || this.#volume === 0) return
    const audio = this.#open()
    if (!audio) return
    const start = Math.max(audio.currentTime, this.#free)
    if (start - audio.currentTime > LATE) return
    this.#free = start + APART
    for (const tone of tones(sound, count)) this.#sound(audio, start + tone.at, tone)
  }

  end(): void {
    void this.#audio?.close().catch(() => undefined)
    this.#audio = null
  }

  #open(): AudioContext | null {
    try {
      this.#audio ??= this.make()
      if (this.#audio.state === 'suspended') void this.#audio.resume().catch(() => undefined)
    } catch {
      // No sound on this machine is no reason to fail.
    }
    return this.#audio
  }

  #sound(audio: AudioContext, at: number, { pitch, wave, lasts, loud }: Tone): void {
    const gain = audio.createGain()
    gain.gain.setValueAtTime(loud * this.#volume ** 2, at)
    gain.gain.exponentialRampToValueAtTime(0.0001, at + lasts)
    gain.connect(audio.destination)
    const source = pitch ? this.#pitched(audio, at, at + lasts, wave, pitch) : this.#rustling(audio)
    source.connect(gain)
    source.start(at)
    source.stop(at + lasts)
  }

  #pitched(audio: AudioContext, from: number, to: number, wave: Tone['wave'], [low, high]: readonly [number, number]) {
    const source = audio.createOscillator()
    source.type = wave
    source.frequency.setValueAtTime(low, from)
    source.frequency.exponentialRampToValueAtTime(high, to)
    return source
  }

  #rustling(audio: AudioContext): AudioBufferSourceNode {
    if (!this.#rustle) {
      this.#rustle = audio.createBuffer(1, audio.sampleRate / 8, audio.sampleRate)
      const data = this.#rustle.getChannelData(0)
      // Low-pass noise: it sounds like paper, not like a hiss.
      for (let n = 1; n < data.length; n++) data[n] = 0.6 * data[n - 1] + 0.4 * (2 * Math.random() - 1)
    }
    const source = audio.createBufferSource()
    source.buffer = this.#rustle
    return source
  }
}

/** Turns sounds on or off; a person who turns them on hears one. */
export function switchSounds(speaker: Speaker): void {
  preferences.sounds = !preferences.sounds
  speaker.touched()
  speaker.play('turn')
}
