import { Button } from '@phr/ui/button';
import { Card } from '@phr/ui/card';
import { formColumn } from '@phr/ui/field-group';
import { TextField } from '@phr/ui/text-field';
import { TimeField } from '@phr/ui/time-field';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reminder } from '../devices/device-properties.ts';
import css from '../devices/devices.module.css';
import { type Added, clockOf, MOST_REMINDERS, withReminder } from './reminder.model.ts';

interface RemindersProps { readonly reminders: readonly Reminder[]; readonly busy: boolean; readonly onChange: (reminders: readonly Reminder[]) => void; readonly level: number }

/** The times at which a hub reminds of measuring. Each change is sent at once. */
export function Reminders({ reminders, busy, onChange, level }: RemindersProps) {
  const { t } = useTranslation();
  const [label, setLabel] = useState('');
  const [time, setTime] = useState('');
  const [fault, setFault] = useState<Extract<Added, { ok: false }>>();
  const errorOf = (field: 'label' | 'time') => (fault?.field === field ? t(fault.message) : undefined);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const added = withReminder(reminders, label, time);
    setFault(added.ok ? undefined : added);
    if (!added.ok) return;
    setLabel('');
    setTime('');
    onChange(added.reminders);
  }
  return (
    <Card title={t('device.reminders')} level={level}>
      {reminders.length === 0 ? <p>{t('device.noReminders')}</p> : (
        <ul className={css.plain}>
          {reminders.map((one) => (
            <li key={one.minutesOfDay} className={css.item}>
              <span><strong>{clockOf(one.minutesOfDay)}</strong> {one.label}</span>
              <Button dense variant="quiet" disabled={busy} aria-label={t('device.reminderRemove', { time: clockOf(one.minutesOfDay) })} onClick={() => onChange(reminders.filter((other) => other !== one))}>{t('common.delete')}</Button>
            </li>
          ))}
        </ul>
      )}
      <form className={formColumn} noValidate onSubmit={submit}>
        <TextField label={t('device.reminder.label')} value={label} error={errorOf('label')} maxLength={100} autoComplete="off" onChange={setLabel} />
        <TimeField label={t('common.time')} value={time} error={errorOf('time')} onChange={setTime} />
        <div><Button type="submit" busy={busy}>{t('device.reminderAdd')}</Button></div>
        <p>{t('device.remindersCount', { n: reminders.length, most: MOST_REMINDERS })}</p>
      </form>
    </Card>
  );
}
