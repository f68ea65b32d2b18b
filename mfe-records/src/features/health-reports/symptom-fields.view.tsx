import { SelectField } from '@phr/ui/select-field';
import { useTranslation } from 'react-i18next';
import { UNANSWERED, type SymptomState } from './post-covid-report.model.ts';
import css from './symptom-fields.module.css';
import { FREQUENCIES, SEVERITIES } from './symptoms.model.ts';

interface SymptomFieldsProps {
  readonly symptom: string;
  readonly state: SymptomState;
  readonly onChange: (state: SymptomState) => void;
  /** Id of the field of how often, to which its error leads. */
  readonly id: string;
  readonly error: string | undefined;
}

/** How bad one symptom is and, when it is there, how often. */
export function SymptomFields({ symptom, state, onChange, id, error }: SymptomFieldsProps) {
  const { t } = useTranslation();
  const name = t(`sym.${symptom}`);
  return (
    <div className={css.symptom}>
      <SelectField
        label={name}
        value={state.severity}
        options={SEVERITIES.map((one) => ({ value: one, label: t(`sym.severity.${one}`) }))}
        onChange={(severity) =>
          onChange(
            severity === ''
              ? UNANSWERED
              : severity === SEVERITIES[0]
                ? { severity, frequency: FREQUENCIES[0] }
                : { ...state, severity },
          )
        }
      />
      {state.severity !== '' && state.severity !== SEVERITIES[0] && (
        <SelectField
          id={id}
          error={error}
          label={t('rep.frequencyOf', { what: name })}
          required
          value={state.frequency}
          options={FREQUENCIES.map((one) => ({ value: one, label: t(`sym.frequency.${one}`) }))}
          onChange={(frequency) => onChange({ ...state, frequency })}
        />
      )}
    </div>
  );
}
