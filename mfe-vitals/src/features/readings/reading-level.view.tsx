import { VerdictBadge } from '@phr/module-kit/verdict-badge';
import { judgingPhrase, type Language } from './reading.words.ts';
import type { Reading } from './reading.model.ts';

/** The level of a reading as shape, word and side, with the range that judged it and whose it is; nothing for a reading that nobody judges. */
export function ReadingLevel({
  reading: { verdict, vitalKey },
  language,
  withRange = true,
}: {
  /** A result of what is no vital has no key. */
  readonly reading: Pick<Reading, 'verdict'> & { readonly vitalKey: Reading['vitalKey'] | undefined };
  readonly language: Language;
  /** False where the range has a line of its own. */
  readonly withRange?: boolean;
}) {
  return <VerdictBadge verdict={verdict} range={withRange ? judgingPhrase(verdict, vitalKey, language) : undefined} />;
}
