import type { GlucoseUnit } from '@phr/clinical/glucose';
import type { PersonCheck, PersonFacts } from '@phr/fhir/import-person';
import { Checkbox } from '@phr/ui/checkbox';
import { FactList } from '@phr/ui/fact-list';
import { Notice } from '@phr/ui/notice';
import { RadioGroup } from '@phr/ui/radio-group';
import { SelectField } from '@phr/ui/select-field';
import { useTranslation } from 'react-i18next';
import type { DayOrder, ImportedFile, Reading } from './import-file.model.ts';
import type { FilePerson } from './table-rows.model.ts';

const ORDERS = ['dayFirst', 'monthFirst', 'yearFirst'] as const satisfies readonly DayOrder[];
const UNITS = ['mmol/L', 'mg/dL'] as const satisfies readonly GlucoseUnit[];

interface QuestionsProps {
  readonly file: ImportedFile;
  readonly how: Reading;
  readonly onSay: (said: Partial<Reading>) => void;
}

/** What only the person can say about a file: its unit, its order of dates, its zone. */
export function Questions({ file, how, onSay }: QuestionsProps) {
  const { t } = useTranslation();
  const { withoutUnit, otherUnit, order, hasZone } = file;
  return (
    <>
      {(withoutUnit !== undefined || how.unit !== undefined) && (
        <RadioGroup
          label={t('import.unit')}
          hint={withoutUnit === undefined ? undefined : t('import.unitHint', { values: withoutUnit.join(' · ') })}
          arrangement="inline"
          value={how.unit}
          onChange={(unit) => onSay({ unit: UNITS.find((one) => one === unit) })}
          options={UNITS.map((unit) => ({ value: unit, label: unit }))}
        />
      )}
      {otherUnit !== undefined && (
        <RadioGroup
          label={t('import.otherUnit', {
            count: otherUnit.count,
            unit: otherUnit.told,
            likely: otherUnit.likely,
          })}
          arrangement="inline"
          value={how.inOther === undefined ? undefined : how.inOther ? otherUnit.likely : otherUnit.told}
          onChange={(unit) => onSay({ inOther: unit === otherUnit.likely })}
          options={[otherUnit.likely, otherUnit.told].map((unit) => ({ value: unit, label: unit }))}
        />
      )}
      {order !== undefined && (!order.isSure || how.order !== undefined) && (
        <RadioGroup
          label={t('import.order')}
          hint={t('import.orderHint')}
          arrangement="inline"
          value={order.order}
          onChange={(next) => onSay({ order: ORDERS.find((one) => one === next) })}
          options={ORDERS.filter((one) => one !== 'yearFirst' || order.mayBeYearFirst === true).map((one) => ({
            value: one,
            label: t(`import.order.${one}`),
          }))}
        />
      )}
      {!hasZone && (
        <SelectField
          label={t('import.zone')}
          hint={t('import.zoneHint')}
          required
          value={how.zone}
          onChange={(zone) => onSay({ zone })}
          options={zonesWith(how.zone).map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
        />
      )}
    </>
  );
}

/** All zones that the engine knows; those of old names, such as a device may have, too. */
function zonesWith(zone: string): readonly string[] {
  const all = Intl.supportedValuesOf('timeZone');
  return all.includes(zone) ? all : [zone, ...all];
}

interface WhoseProps {
  readonly check: PersonCheck;
  readonly person: FilePerson | undefined;
  readonly record: { readonly name: string; readonly birthDate?: string | undefined };
  readonly isConfirmed: boolean;
  readonly onConfirm: (isConfirmed: boolean) => void;
}

/** Both persons where the file's is not surely the record's, and the tick that says so. */
export function WhoseFile({ check: { verdict }, person, record, isConfirmed, onConfirm }: WhoseProps) {
  const { t } = useTranslation();
  if (verdict === 'none' || verdict === 'same') return null;
  const factsText = ({ name, birthDate }: PersonFacts): string =>
    [name, birthDate].filter((part) => part !== undefined).join(' · ');
  return (
    <Notice type={verdict === 'refuse' ? 'error' : 'warning'} title={t(`import.person.${verdict}`)}>
      <FactList
        facts={[
          { name: t('import.person.file'), content: factsText(person ?? {}) },
          { name: t('import.person.record'), content: factsText(record) },
        ]}
      />
      {verdict === 'ask' && (
        <Checkbox label={t('import.person.mine', { name: record.name })} checked={isConfirmed} onChange={onConfirm} />
      )}
    </Notice>
  );
}
