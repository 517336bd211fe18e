/** Two short tones, made by the browser itself. Silent where it has no sound, or wants to be touched first. */
const tones_hz = [880, 1175];
const tone_s = 0.16;
const loudness = 0.12;

export function chime(): void {
  if (typeof AudioContext === 'undefined') return;
  const context = new AudioContext();
  const gain = context.createGain();
  gain.gain.value = loudness;
  gain.connect(context.destination);
  const tones = tones_hz.map((tone_hz, place) => {
    const tone = context.createOscillator();
    tone.frequency.value = tone_hz;
    tone.connect(gain);
    tone.start(context.currentTime + place * tone_s);
    tone.stop(context.currentTime + (place + 1) * tone_s);
    return tone;
  });
  tones.at(-1)?.addEventListener('ended', () => void context.close());
}
