/** Plays two short synthesized tones. Does nothing without Web Audio; browsers also block sound before the first user gesture. */
const tones_hz = [880, 1175];
const tone_s = 0.16;
const volume = 0.12;

export function chime(): void {
  if (typeof AudioContext === 'undefined') return;
  const context = new AudioContext();
  const gain = context.createGain();
  gain.gain.value = volume;
  gain.connect(context.destination);
  const tones = tones_hz.map((tone_hz, index) => {
    const tone = context.createOscillator();
    tone.frequency.value = tone_hz;
    tone.connect(gain);
    tone.start(context.currentTime + index * tone_s);
    tone.stop(context.currentTime + (index + 1) * tone_s);
    return tone;
  });
  tones.at(-1)?.addEventListener('ended', () => void context.close());
}
