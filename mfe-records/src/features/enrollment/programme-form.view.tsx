import { replaceScreen } from '@phr/module-kit/screens';
import type { ParseResult, FieldError } from '@phr/module-kit/checked-form';
import { useHost } from '@phr/module-kit/host';
import { Screen } from '@phr/module-kit/screen';
import { useFormOf } from '@phr/module-kit/use-form-of';
import { Button } from '@phr/ui/button';
import { FieldErrorSummary } from '@phr/ui/field-error-summary';
import { formColumn } from '@phr/ui/field-group';
import { SelectField } from '@phr/ui/select-field';
import { TextField } from '@phr/ui/text-field';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProgrammeName } from './enrollment.entity.ts';

/** Programme types with a text; the list is open, so links may contain others (D-98). */
const TYPES: readonly string[] = ['F0H', 'POST_COVID', 'FAMILY_DOCTOR', 'SS'];
const FIELDS = ['enrollmentCode', 'enrollmentType', 'orgCode'] as const;

function check(form: ProgrammeName): ParseResult<ProgrammeName> {
  const faults = FIELDS.filter((field) => form[field].trim() === '').map(
    (field): FieldError => ({ field, message: `enroll.err.${field}` }),
  );
  const code = (field: keyof ProgrammeName) => form[field].trim().toUpperCase();
  return faults.length > 0
    ? { ok: false, faults }
    : {
        ok: true,
        entry: {
          enrollmentCode: code('enrollmentCode'),
          enrollmentType: code('enrollmentType'),
          orgCode: code('orgCode'),
        },
      };
}

/** Asks for missing parts of a programme's code; the answer goes into the URL. */
export function ProgrammeForm({ level, known }: { readonly level: number; readonly known: ProgrammeName }) {
  const { t } = useTranslation();
  const { navigation, notify } = useHost();
  const [form, setForm] = useState(known);
  const title = t('screen.enrollment');
  const { idOf, errorOf, errors, attempt, submit } = useFormOf<ProgrammeName, ProgrammeName, string>(
    { navigation, show: notify.show, t: (key, words) => t(key, { ...words }), find: t },
    {
      title,
      value: form,
      check,
      async send({ enrollmentCode, enrollmentType, orgCode }) {
        replaceScreen(navigation, {
          screen: 'enrollment',
          params: { e: enrollmentCode, t: enrollmentType, o: orgCode },
        });
      },
    },
  );
  const field = (name: keyof ProgrammeName) => ({
    id: idOf(name),
    value: form[name],
    error: errorOf(name),
    onChange: (next: string) => setForm((before) => ({ ...before, [name]: next })),
  });
  const ofLink =
    known.enrollmentType === '' || TYPES.includes(known.enrollmentType)
      ? []
      : [{ value: known.enrollmentType, label: t('enroll.typeOfLink') }];

  return (
    <Screen title={title} headingLevel={level} back={{ screen: 'dashboard' }}>
      <form className={formColumn} noValidate onSubmit={submit}>
        <p>{t('enroll.help')}</p>
        <FieldErrorSummary errors={errors} attempt={attempt} level={level + 1} />
        <TextField
          {...field('enrollmentCode')}
          label={t('enroll.code')}
          maxLength={64}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <SelectField
          {...field('enrollmentType')}
          label={t('enroll.type')}
          options={[...ofLink, ...TYPES.map((type) => ({ value: type, label: t(`enc.class.${type}`) }))]}
        />
        <TextField
          {...field('orgCode')}
          label={t('enroll.orgCode')}
          maxLength={64}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <Button variant="primary" type="submit" wide>
          {t('common.next')}
        </Button>
      </form>
    </Screen>
  );
}
