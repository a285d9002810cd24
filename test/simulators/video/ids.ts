/** One video per state of the product (video facts, section 5), by its special property. */
export const VIDEO_IDS = {
  /** Korean and English written by people, and a machine-made Korean track; the audio is Korean. */
  manual: 'okManual001',
  /** Machine-made English only, rolling: lines overlap and are followed by appended line breaks. */
  automaticOnly: 'asrOnly0001',
  /** Many languages. The audio's default track is neither the first nor the first manual one. */
  manyLanguages: 'manyLangs01',
  /** Korean speech: written in Arabic and German only, and machine-made in Korean; no default track. */
  translated: 'translated1',
  /** Korean speech, shown only by the audio track's id, with Arabic and Korean captions. */
  dubbed: 'dubbed00001',
  /** Japanese speech and an English dub by the product, each with a machine-made track, the dub's first. */
  dubbedByMachine: 'dubbedAuto1',
  /** English captions with entities, line breaks, blank lines and missing durations. */
  quirks: 'quirks00001',
  noCaptions: 'noCaption01',
  deleted: 'deleted0001',
  /** Well formed, and no video ever had it. */
  neverExisted: 'neverWas001',
  private: 'private0001',
  ageRestricted: 'ageGated001',
  ageVerification: 'ageVerify01',
  /** Plays only for a caller that has confirmed the content warning. */
  sensitive: 'sensitive01',
  membersOnly: 'members0001',
  regionBlocked: 'region00001',
  removedByPolicy: 'removed0001',
  upcomingLive: 'upcoming001',
  premiere: 'premiere001',
  liveNow: 'liveNow0001',
  /** Over, and not archived yet: no captions so far. */
  postLive: 'postLive001',
  /** Plays and has captions, but may not be embedded: oEmbed refuses it. */
  notEmbeddable: 'noEmbed0001',
  /** Made for kids: VISIONOS does not know it. */
  kids: 'kidsVideo01',
  /** ANDROID answers ERROR, every other client plays it. */
  notOnAndroid: 'iosOnly0001',
} as const
