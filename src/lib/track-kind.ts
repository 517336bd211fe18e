/** The kinds of live tracks. */
export type TrackKind = 'audio' | 'video';

export const trackKindOf = ({ kind }: Pick<MediaStreamTrack, 'kind'>): TrackKind => (kind === 'audio' ? 'audio' : 'video');
