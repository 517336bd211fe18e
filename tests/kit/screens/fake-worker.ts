/** A fake of the worker that converts HEIC photos: each conversion waits until the test sends its result. */
type ConversionResult = { blob: Blob } | { problem: 'unreadable' | 'large' };

export class FakeWorker extends EventTarget {
  static all: FakeWorker[] = [];
  isEnded = false;
  /** The names of the photos that it received. */
  receivedNames: string[] = [];

  constructor(readonly path: string) {
    super();
    FakeWorker.all.push(this);
  }

  postMessage({ file }: { file: File }): void {
    this.receivedNames.push(file.name);
  }

  terminate(): void {
    this.isEnded = true;
  }

  respond(data: ConversionResult): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

/** Installs it in place of `Worker`; returns all workers that were created since. */
export function installFakeWorkers(): FakeWorker[] {
  FakeWorker.all = [];
  Object.assign(globalThis, { Worker: FakeWorker });
  return FakeWorker.all;
}

/** A HEIC photo; some systems leave its type empty. */
export const heicFile = (name = 'IMG_1.HEIC', type = ''): File => new File(['photo'], name, { type });
export const jpeg = new Blob(['a jpeg'], { type: 'image/jpeg' });
