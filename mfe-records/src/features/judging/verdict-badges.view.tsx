import { VerdictBadge } from '@phr/module-kit/verdict-badge';
import type { NamedVerdict } from './use-verdicts.ts';
import css from './verdict-badges.module.css';

/** How a result is judged: level and side of each number in shape, colour and word, and whose range it was. */
export function VerdictBadges({ judged }: { readonly judged: readonly NamedVerdict[] }) {
  return judged.map(({ name, words, verdict, range }, index) => (
    <span key={index} className={css.verdict}>
      {name !== undefined && <span>{name}</span>}
      {words !== undefined && <span>{words}</span>}
      <VerdictBadge verdict={verdict} range={range} />
    </span>
  ));
}
