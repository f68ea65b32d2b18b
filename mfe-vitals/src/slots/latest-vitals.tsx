import { vitalKeyOf } from '@phr/clinical/codings';
import type { PartProps } from '@phr/module-kit/part';
import { LatestVitals as Tiles } from '../features/latest-vitals/latest-vitals.view.tsx';

/** Slot 'latest-vitals' of the dashboard. The host may select tiles: `input` = { codes: [LOINC code, ...] }. */
export function LatestVitals({ input, headingLevel }: PartProps) {
  const codes = codesIn(input);
  return <Tiles level={headingLevel} {...(codes === undefined ? {} : { codes })} />;
}

function codesIn(input: unknown): readonly string[] | undefined {
  if (typeof input !== 'object' || input === null || !('codes' in input) || !Array.isArray(input.codes))
    return undefined;
  const codes = input.codes.filter(
    (code): code is string => typeof code === 'string' && vitalKeyOf(code) !== undefined,
  );
  return codes.length > 0 ? codes : undefined;
}
