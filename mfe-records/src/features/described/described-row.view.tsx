import type { ScreenPlace } from '@phr/contract/screens';
import { RecordRow, type RecordLine } from '@phr/module-kit/record-row';
import type { ReactNode } from 'react';
import { WithOriginal } from './with-original.view.tsx';
import type { Described } from './described.entity.ts';
import { statusOf } from './described.model.ts';

interface DescribedRowProps {
  readonly described: Described;
  readonly to?: ScreenPlace;
  /** Additional line below the text. */
  readonly line?: RecordLine | undefined;
  /** Buttons and links below the text. */
  readonly links?: ReactNode;
}

/** One resource in words, whatever its type. */
export function DescribedRow({ described, to, line, links }: DescribedRowProps) {
  const { title, statusCode } = described;
  const asksForOriginal = described.unshown.length > 0 || described.isConditional;
  return (
    <RecordRow
      title={statusCode === 'entered-in-error' ? <s>{title}</s> : title}
      lines={linesOf(described, line)}
      badge={statusOf(described)}
      links={asksForOriginal ? <WithOriginal described={described} links={links} /> : links}
      {...(to !== undefined && { to })}
    />
  );
}

/** Lines below the title, the additional one last. */
export function linesOf(
  { title, subtitle, when, lines }: Described,
  line: RecordLine | undefined,
): readonly (RecordLine | undefined)[] {
  return [
    [when, subtitle === title ? undefined : subtitle].filter((part) => part !== undefined).join(' · '),
    // the day is already shown above
    ...lines
      .filter(({ value }) => when?.endsWith(value) !== true)
      .map(({ label, value, flag }) => ({ label, value: flag === undefined ? value : `${value} (${flag})` })),
    line,
  ];
}
