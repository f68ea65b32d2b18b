import { Button } from '@phr/ui/button';
import { Card } from '@phr/ui/card';
import { FieldErrorSummary } from '@phr/ui/field-error-summary';
import { NumberField } from '@phr/ui/number-field';
import { parseDecimal } from '@phr/ui/parse-input';
import { TextField } from '@phr/ui/text-field';
import { type FormEvent, useEffect, useState } from 'react';
import { Screen } from '../../core/screen.tsx';
import { useShell } from '../../core/shell.tsx';
import { useT } from '../../core/texts.tsx';

/** Sample form: errors after sending, confirmation before input is lost. Reachable by URL only (D-103). */
export function FormExampleScreen() {
  const t = useT();
  const { navigation, notifications } = useShell();
  const [name, setName] = useState('');
  const [weight, setWeight] = useState('');
  const [attempt, setAttempt] = useState(0);
  const isDirty = name !== '' || weight !== '';
  useEffect(() => navigation.guard(() => isDirty), [navigation, isDirty]);

  const nameError = attempt > 0 && name.trim() === '' ? t('example.nameRequired') : undefined;
  const weightError = attempt > 0 && parseDecimal(weight) === undefined ? t('example.weightRequired') : undefined;
  const errors = [
    { fieldId: 'example-name', message: nameError },
    { fieldId: 'example-weight', message: weightError },
  ].flatMap(({ fieldId, message }) => (message === undefined ? [] : [{ fieldId, message }]));
  const send = (event: FormEvent) => {
    event.preventDefault();
    setAttempt(attempt + 1);
    if (name.trim() === '' || parseDecimal(weight) === undefined) return;
    notifications.show({ type: 'success', title: t('example.done') });
    setName('');
    setWeight('');
    setAttempt(0);
  };
  return (
    <Screen title={t('screen.form-example')} backHref="/dashboard">
      <form onSubmit={send} noValidate>
        <Card>
          <FieldErrorSummary errors={errors} attempt={attempt} />
          <TextField
            id="example-name"
            label={t('example.name')}
            hint={t('example.nameHint')}
            error={nameError}
            value={name}
            onChange={setName}
            maxLength={200}
          />
          <NumberField
            id="example-weight"
            label={t('example.weight')}
            unit="kg"
            error={weightError}
            value={weight}
            onChange={setWeight}
          />
          <div>
            <Button type="submit" variant="primary">
              {t('common.submit')}
            </Button>
          </div>
        </Card>
      </form>
    </Screen>
  );
}
