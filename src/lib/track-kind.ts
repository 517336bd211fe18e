/** The kinds of live tracks. */
export type Kind = 'audio' | 'video';

export const kindOf = ({ kind }: Pick<MediaStreamTrack, 'kind'>): Kind => (kind === 'audio' ? 'audio' : 'video');
