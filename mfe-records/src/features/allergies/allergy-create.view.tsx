import { textsOf } from '@phr/module-kit/checked-form';
import { saveVersion, type Correcting } from '@phr/module-kit/correction';
import { EntryForm, type EntryFormProps } from '@phr/module-kit/entry-form';
import { useHost } from '@phr/module-kit/host';
import { replaceScreen } from '@phr/module-kit/screens';
import { RadioGroup } from '@phr/ui/radio-group';
import { TextField } from '@phr/ui/text-field';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { ScreenProps } from '../../views/screen-props.ts';
import { Corrected } from '../form/corrected.view.tsx';
import { saveOne } from '../form/save-one.api.ts';
import { useMedicineTexts } from '../medicines/use-medicine-texts.ts';
import { hasNoStatement, loadAllergy, useAllergies } from './allergies.api.ts';
import {
  type AllergyEntry,
  type AllergyForm,
  checkAllergy,
  correctedAllergy,
  EMPTY,
  newAllergy,
  SEVERITIES,
} from './allergy-form.model.ts';
import type { StoredAllergy } from './allergy.entity.ts';
import { NoAllergy } from './no-allergy.view.tsx';

/** Adds an allergy: substance, reaction, severity; `?id=` corrects one of the person's own. Leads to the list. */
export function AllergyCreateView({ level }: ScreenProps) {
  useMedicineTexts();
  const { t } = useTranslation();
  const id = useSearchParams()[0].get('id');
  if (id === null) return <Adding level={level} />;
  return (
    <Corrected<StoredAllergy>
      type="AllergyIntolerance"
      id={id}
      load={loadAllergy}
      title={t('alg.fix')}
      level={level}
      back={{ screen: 'allergies' }}
    >
      {(correcting) => <Correct {...correcting} level={level} />}
    </Corrected>
  );
}

function Adding({ level }: ScreenProps) {
  const { t } = useTranslation();
  const { request, navigation } = useHost();
  const list = useAllergies();
  return (
    <FormOf
      level={level}
      success="alg.saved"
      initial={() => EMPTY}
      about={hasNoStatement(list) && <NoAllergy onDone={() => replaceScreen(navigation, { screen: 'allergies' })} />}
      save={(entry, { patientId, issued, idOf, queueOf }) => {
        const formId = idOf('allergy');
        return saveOne(
          request,
          { formId, resource: newAllergy(entry, { patientId, at: issued, formId }) },
          queueOf(`${t('screen.allergies')}: ${entry.substance}`, issued),
        );
      }}
    />
  );
}

function Correct({ stored, reload, level }: Correcting<StoredAllergy> & ScreenProps) {
  const { t } = useTranslation();
  const { request } = useHost();
  return (
    <FormOf
      level={level}
      title={t('alg.fix')}
      of={stored.id}
      params={{ id: stored.id }}
      success="toast.fixed"
      initial={() => formOf(stored)}
      reload={async () => formOf(await reload())}
      save={(entry, { issued, idOf, queueOf }) =>
        saveVersion(request, 'AllergyIntolerance', stored, correctedAllergy(entry, stored), {
          idempotencyKey: idOf('correction'),
          queue: queueOf(t('fix.waiting', { what: entry.substance }), issued),
        })
      }
    />
  );
}

const formOf = ({ substance, reaction, severity }: StoredAllergy): AllergyForm => ({
  substance: substance.words,
  reaction,
  severity,
});

type FormOfProps = Pick<
  EntryFormProps<AllergyForm, AllergyEntry>,
  'level' | 'title' | 'of' | 'params' | 'success' | 'initial' | 'reload' | 'save' | 'about'
>;

function FormOf(form: FormOfProps) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  return (
    <EntryForm<AllergyForm, AllergyEntry>
      {...form}
      screen="allergy-create"
      back={{ screen: 'allergies' }}
      submitLabel={t('common.save')}
      parse={textsOf}
      check={checkAllergy}
      onSaved={() => replaceScreen(navigation, { screen: 'allergies' })}
    >
      {({ form: value, change, idOf, errorOf }) => {
        const set = (part: Partial<AllergyForm>) => change((before) => ({ ...before, ...part }));
        return (
          <>
            <TextField
              id={idOf('substance')}
              label={t('alg.substance')}
              hint={t('alg.substance.hint')}
              value={value.substance}
              error={errorOf('substance')}
              onChange={(substance) => set({ substance })}
            />
            <TextField
              id={idOf('reaction')}
              label={t('alg.reaction')}
              hint={t('alg.reaction.hint')}
              optional
              value={value.reaction}
              error={errorOf('reaction')}
              onChange={(reaction) => set({ reaction })}
            />
            <RadioGroup
              id={idOf('severity')}
              label={t('alg.severity')}
              value={value.severity}
              onChange={(severity) => set({ severity })}
              options={['', ...SEVERITIES].map((one) => ({ value: one, label: t(`alg.severity.${one || 'unknown'}`) }))}
            />
          </>
        );
      }}
    </EntryForm>
  );
}
