import { LevelBadge } from '@phr/ui/level-badge';
import { ageAt, judgementOf } from './judgement.model.ts';
import type { Reading, ReadingContext } from './reading.model.ts';

/** The level of a reading as shape, word and direction; nothing for a reading that no range judges. */
export function ReadingLevel({ reading, context }: { readonly reading: Reading; readonly context: ReadingContext }) {
  const judgement = judgementOf(reading, ageAt(reading, context));
  return judgement === undefined ? null : <LevelBadge level={judgement.level} direction={judgement.direction} />;
}
