import { Button } from '@phr/ui/button';
import { Card } from '@phr/ui/card';
import { ConfirmDialog } from '@phr/ui/confirm-dialog';
import { formColumn } from '@phr/ui/field-group';
import { TextField } from '@phr/ui/text-field';
import { TimeField } from '@phr/ui/time-field';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reminder } from '../devices/device-properties.entity.ts';
import type { Device } from '../devices/device.entity.ts';
import css from '../devices/devices.module.css';
import { useDeviceChange } from '../devices/use-device-change.ts';
import { WriteError } from '../devices/write-error.view.tsx';
import { type Added, clockOf, MOST_REMINDERS, withReminder } from './reminder.model.ts';

interface RemindersProps {
  readonly device: Device;
  readonly patientId: string;
  readonly level: number;
}

/** A hub's measuring reminders. Each change is sent at once; input is kept until the server has it. */
export function Reminders({ device, patientId, level }: RemindersProps) {
  const { t } = useTranslation();
  const { reminders } = device.properties;
  const { change, isPending, error } = useDeviceChange(device, patientId);
  const [label, setLabel] = useState('');
  const [time, setTime] = useState('');
  const [fault, setFault] = useState<Extract<Added, { ok: false }>>();
  const [asked, setAsked] = useState<Reminder>();
  const errorOf = (field: 'label' | 'time') => (fault?.field === field ? t(fault.message) : undefined);
  const removeWords = ({ minutesOfDay }: Reminder) => t('device.reminderRemove', { time: clockOf(minutesOfDay) });

  function submit(event: FormEvent) {
    event.preventDefault();
    const added = withReminder(reminders, label, time);
    setFault(added.ok ? undefined : added);
    if (added.ok)
      change?.({ reminders: added.reminders }, () => {
        setLabel('');
        setTime('');
      });
  }
  return (
    <Card title={t('device.reminders')} level={level}>
      {reminders.length === 0 ? (
        <p>{t('device.noReminders')}</p>
      ) : (
        <ul className={css.plain}>
          {reminders.map((one) => (
            <li key={one.minutesOfDay} className={css.item}>
              <span>
                <strong>{clockOf(one.minutesOfDay)}</strong> {one.label}
              </span>
              <Button
                dense
                variant="quiet"
                disabled={isPending}
                aria-label={removeWords(one)}
                onClick={() => setAsked(one)}
              >
                {t('common.delete')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form className={formColumn} noValidate onSubmit={submit}>
        <TextField
          label={t('device.reminder.label')}
          value={label}
          error={errorOf('label')}
          maxLength={100}
          autoComplete="off"
          onChange={setLabel}
        />
        <TimeField label={t('common.time')} value={time} error={errorOf('time')} onChange={setTime} />
        <WriteError error={error} />
        <div>
          <Button type="submit" busy={isPending}>
            {t('device.reminderAdd')}
          </Button>
        </div>
        <p>{t('device.remindersCount', { n: reminders.length, most: MOST_REMINDERS })}</p>
      </form>
      {asked !== undefined && (
        <ConfirmDialog
          open
          danger
          title={`${removeWords(asked)}?`}
          confirmLabel={t('common.delete')}
          onCancel={() => setAsked(undefined)}
          onConfirm={() => {
            setAsked(undefined);
            change?.({ reminders: reminders.filter((other) => other !== asked) });
          }}
        >
          <p>{asked.label}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}
