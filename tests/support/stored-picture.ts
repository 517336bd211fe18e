/** Pictures as the host answers them and as somebody chooses them, for tests of screens. */
import { stored } from '../kit/answers/files';

/** A picture that has been stored. */
export const storedPicture = (changes: Parameters<typeof stored>[1] = {}): ReturnType<typeof stored> => stored('cover', changes);

/** A picture as somebody chooses it. */
export const pictureToSend = (name = 'me.png'): File => new File(['picture'], name, { type: 'image/png' });
