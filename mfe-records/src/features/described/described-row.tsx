import { RecordRow } from '@phr/module-kit/record-row';
import type { ReactNode } from 'react';
import type { Described } from './described.ts';
import { statusOf } from './described.model.ts';

interface DescribedRowProps {
  readonly described: Described;
  readonly to?: { readonly screen: string; readonly params: Readonly<Record<string, string>> };
  /** Buttons and links of the row, under the words. */
  readonly links?: ReactNode;
}

/** One resource in words, whatever its type. */
export function DescribedRow({ described, to, links }: DescribedRowProps) {
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
      links={links}
      {...(to !== undefined && { to })}
    />
  );
}
