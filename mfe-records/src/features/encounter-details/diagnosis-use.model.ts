import type { PatientList } from '@phr/module-kit/patient-list';
import type { TFunction } from 'i18next';
import type { Encounter } from '../encounters/encounter.entity.ts';
import type { Diagnosis } from './sections.entity.ts';

export interface UsedDiagnosis extends Diagnosis {
  readonly use?: string;
}

const USES = new Set(['AD', 'CM', 'DD', 'billing']);

/** Role of a diagnosis in this encounter (ENC-12); undefined without a text. */
export function labelOfUse(use: string | undefined, t: TFunction): string | undefined {
  return use !== undefined && USES.has(use) ? t(`enc.use.${use}`) : undefined;
}

/** Conditions of an encounter with their role, including those only named; main diagnosis first. */
export function diagnosesOf(
  { diagnoses }: Pick<Encounter, 'diagnoses'>,
  { rows, total }: Pick<PatientList<Diagnosis>, 'rows' | 'total'>,
): { readonly rows: readonly UsedDiagnosis[]; readonly total: number | undefined } {
  const useOf = new Map(
    diagnoses.flatMap(({ conditionId, use }) =>
      conditionId === undefined || use === undefined ? [] : [[conditionId, use] as const],
    ),
  );
  const known = new Set(rows.map(({ id }) => id));
  const used = rows.map((row): UsedDiagnosis => {
    const use = useOf.get(row.id);
    return use === undefined ? row : { ...row, use };
  });
  const onlyNamed = diagnoses.flatMap(({ conditionId, display, use }, index): readonly UsedDiagnosis[] =>
    display === undefined || (conditionId !== undefined && known.has(conditionId))
      ? []
      : [{ id: `named-${index}`, name: display, ...(use === undefined ? {} : { use }) }],
  );
  const all = [...used, ...onlyNamed].toSorted((a, b) => Number(b.use === 'DD') - Number(a.use === 'DD'));
  return { rows: all, total: total === undefined ? undefined : total + onlyNamed.length };
}
