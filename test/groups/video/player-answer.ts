/** A player answer with caption tracks: `ko` is a written one, `ko*` a machine-made one. */
export const playerWith = (codes: readonly string[], list: object = {}) => ({
  captions: {
    playerCaptionsTracklistRenderer: {
      captionTracks: codes.map((code) => ({
        baseUrl: `https://www.youtube.com/api/timedtext?lang=${code}`,
        languageCode: code.replace('*', ''),
        ...(code.endsWith('*') ? { kind: 'asr' } : {}),
      })),
      ...list,
    },
  },
})
