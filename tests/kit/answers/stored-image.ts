/** Fixtures of images, as the API returns them and as a file chooser gives them, for tests of screens. */
import { storedFile } from './files';

/** An image that has been stored. */
export const storedImage = (changes: Parameters<typeof storedFile>[1] = {}): ReturnType<typeof storedFile> => storedFile('cover', changes);

/** An image as a file chooser gives it. */
export const imageToUpload = (name = 'me.png'): File => new File(['picture'], name, { type: 'image/png' });
