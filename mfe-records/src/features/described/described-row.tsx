import { RecordRow } from '@phr/module-kit/record-row';
import type { Described } from './described.ts';
import { statusOf } from './described.model.ts';

/** One resource in words, whatever its type. */
export function DescribedRow({ described, to }: { readonly described: Described; readonly to?: { readonly screen: string; readonly params: Readonly<Record<string, string>> } }) {
  const { title, subtitle, when, lines } = described;
  return (
    <RecordRow
      title={title}
      lines={[
        [when, subtitle === title ? undefined : subtitle].filter((part) => part !== undefined).join(' · '),
        // The date stands above already.
        ...lines.filter(({ value }) => value !== when).map(({ label, value, flag }) => `${label}: ${value}${flag === undefined ? '' : ` (${flag})`}`),
      ]}
      badge={statusOf(described)}
      {...(to !== undefined && { to })}
    />
  );
}
