/** What a viewer sees and hears of live video: read from the pixels and samples that the browser plays. */
import { maxWait_ms } from '../timing/max-wait';
import type { Visitor } from './visitor';

const poll_ms = 100;

/** The permissions that a studio asks for. */
export const devices = ['camera', 'microphone'];
/** The video of a show on its page. */
export const stageVideo = '[aria-label^="Live video of"] video';

declare global {
  interface Window {
    /** The frame at the last poll, as numbers. */
    previousFrame?: string;
  }
}

/** Waits until the video at `videoSelector` shows a frame that is not black and then a different frame. */
export async function expectMovingVideo({ page }: Visitor, videoSelector: string): Promise<void> {
  await page.evaluate(() => {
    delete window.previousFrame;
  });
  await page.waitForFunction(
    (selector) => {
      const video = document.querySelector<HTMLVideoElement>(selector);
      if (!video || video.videoWidth === 0) return false;
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [64, 36];
      const canvasContext = canvas.getContext('2d');
      if (!canvasContext) return false;
      canvasContext.drawImage(video, 0, 0, canvas.width, canvas.height);
      const { data } = canvasContext.getImageData(0, 0, canvas.width, canvas.height);
      if (Math.max(...data.filter((_value, index) => index % 4 !== 3)) < 40) return false;
      const seen = data.join();
      const hasMoved = window.previousFrame !== undefined && window.previousFrame !== seen;
      window.previousFrame = seen;
      return hasMoved;
    },
    videoSelector,
    { timeout: maxWait_ms, polling: poll_ms },
  );
}

/** Waits until the video at `videoSelector`, which plays unmuted, plays a tone. */
export async function expectTone({ page }: Visitor, videoSelector: string): Promise<void> {
  const peak = await page.evaluate(
    async ({ selector, until_ms }) => {
      const video = document.querySelector<HTMLVideoElement>(selector);
      if (!video || video.muted || !(video.srcObject instanceof MediaStream)) return -1;
      const context = new AudioContext();
      const analyser = context.createAnalyser();
      context.createMediaStreamSource(video.srcObject).connect(analyser);
      const samples = new Float32Array(analyser.fftSize);
      let loudest = 0;
      for (const end = performance.now() + until_ms; performance.now() < end && loudest < 0.05;) {
        analyser.getFloatTimeDomainData(samples);
        loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), loudest);
        await new Promise(requestAnimationFrame);
      }
      await context.close();
      return loudest;
    },
    { selector: videoSelector, until_ms: maxWait_ms },
  );
  expect(peak).toBeGreaterThanOrEqual(0.05);
}
