import { useHost } from '@phr/module-kit/host';
import { Screen } from '@phr/module-kit/screen';
import { Button } from '@phr/ui/button';
import { FieldErrorSummary } from '@phr/ui/field-error-summary';
import { formColumn } from '@phr/ui/field-group';
import { SelectField } from '@phr/ui/select-field';
import { TextField } from '@phr/ui/text-field';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProgrammeName } from './enrollment.ts';

/** Kinds of programmes that have words; the list is open, so a link may name another one (D-98). */
const TYPES = ['F0H', 'POST_COVID', 'FAMILY_DOCTOR', 'SS'] as const;
const FIELDS = ['enrollmentCode', 'enrollmentType', 'orgCode'] as const;

/** Asks for what a link or code did not say of a programme. The answer becomes part of the address. */
export function ProgrammeForm({ level, known }: { readonly level: number; readonly known: ProgrammeName }) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  const prefix = useId();
  const [form, setForm] = useState(known);
  const [attempt, setAttempt] = useState(0);
  const missing = attempt === 0 ? [] : FIELDS.filter((field) => form[field].trim() === '');
  const field = (name: keyof ProgrammeName) => ({
    id: `${prefix}-${name}`, value: form[name], error: missing.includes(name) ? t(`enroll.err.${name}`) : undefined,
    onChange: (next: string) => setForm((before) => ({ ...before, [name]: next })),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    setAttempt(attempt + 1);
    const [e, t_, o] = FIELDS.map((name) => form[name].trim().toUpperCase());
    if (e && t_ && o) navigation.replace(`/enrollment?${new URLSearchParams({ e, t: t_, o }).toString()}`);
  }

  return (
    <Screen title={t('screen.enrollment')} headingLevel={level} back="/dashboard">
      <form className={formColumn} noValidate onSubmit={submit}>
        <p>{t('enroll.help')}</p>
        <FieldErrorSummary errors={missing.map((name) => ({ fieldId: `${prefix}-${name}`, message: t(`enroll.err.${name}`) }))} attempt={attempt} level={level + 1} />
        <TextField {...field('enrollmentCode')} label={t('enroll.code')} maxLength={64} autoComplete="off" autoCapitalize="characters" spellCheck={false} />
        <SelectField {...field('enrollmentType')} label={t('enroll.type')} options={TYPES.map((type) => ({ value: type, label: t(`enc.class.${type}`) }))} />
        <TextField {...field('orgCode')} label={t('enroll.orgCode')} maxLength={64} autoComplete="off" autoCapitalize="characters" spellCheck={false} />
        <Button variant="primary" type="submit" wide>{t('common.next')}</Button>
      </form>
    </Screen>
  );
}
