import { DraftOffer } from '@phr/module-kit/draft-offer';
import { useHost } from '@phr/module-kit/host';
import { Screen } from '@phr/module-kit/screen';
import { ScreenLink } from '@phr/module-kit/screen-link';
import { useDraft } from '@phr/module-kit/use-draft';
import type { PatientSummary } from '@phr/contract/host-api';
import { Button } from '@phr/ui/button';
import { FieldErrorSummary } from '@phr/ui/field-error-summary';
import { formColumn } from '@phr/ui/field-group';
import { Notice } from '@phr/ui/notice';
import { PersonFor } from '@phr/ui/person-for';
import { SelectField } from '@phr/ui/select-field';
import { TextField } from '@phr/ui/text-field';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScreenProps } from '../../views/screen-props.ts';
import { useDeviceWrite } from '../devices/device-writes.api.ts';
import { OwnRecord } from '../devices/own-record.view.tsx';
import { WriteError } from '../devices/write-error.view.tsx';
import { ADDABLE_TYPES, checkForm, type DeviceForm, EMPTY_FORM, formOfDraft, type FormFault } from './device-form.model.ts';

/** Adds a hub or a meter to the main patient's record. */
export function AddDeviceView({ level }: ScreenProps) {
  return <OwnRecord screen="add-device" level={level}>{(main) => <Form main={main} level={level} />}</OwnRecord>;
}

function Form({ main, level }: { readonly main: PatientSummary; readonly level: number }) {
  const { t } = useTranslation();
  const { navigation, notify } = useHost();
  const draft = useDraft<DeviceForm>({ form: 'add-device', initial: () => EMPTY_FORM, parse: formOfDraft });
  const [faults, setFaults] = useState<readonly FormFault[]>([]);
  const [attempt, setAttempt] = useState(0);
  const [sent, setSent] = useState({ content: '', key: '' });
  const { mutate, isPending, error } = useDeviceWrite();
  const prefix = useId();
  const field = (name: keyof DeviceForm) => {
    const fault = faults.find((one) => one.field === name);
    return { id: `${prefix}-${name}`, value: draft.value[name], error: fault && t(fault.message), onChange: (value: string) => draft.change((before) => ({ ...before, [name]: value })) };
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    setAttempt(attempt + 1);
    const checked = checkForm(draft.value, main.id);
    setFaults(checked.ok ? [] : checked.faults);
    if (!checked.ok) return;
    const content = JSON.stringify(checked.body);
    const key = sent.content === content ? sent.key : crypto.randomUUID();
    setSent({ content, key });
    mutate({ kind: 'add', body: checked.body, key }, {
      onSuccess() {
        draft.done();
        notify.show({ type: 'success', title: t('toast.deviceAdd') });
        navigation.replace('/medical-devices');
      },
    });
  }

  return (
    <Screen title={t('screen.add-device')} headingLevel={level} back="/medical-devices">
      <form className={formColumn} noValidate onSubmit={submit}>
        <PersonFor name={main.name} relationship={main.relationship} />
        <Notice action={<ScreenLink screen="pair-device">{t('screen.pair-device')}</ScreenLink>}>{t('device.throughHub')}</Notice>
        <DraftOffer draft={draft} />
        <FieldErrorSummary errors={faults.map(({ field: name, message }) => ({ fieldId: `${prefix}-${name}`, message: t(message) }))} attempt={attempt} level={level + 1} />
        <SelectField {...field('type')} label={t('device.type')} options={ADDABLE_TYPES.map((type) => ({ value: type, label: type === 'ONE_HUB' ? t('device.oneHub') : t(`device.type.${type}`) }))} />
        <TextField {...field('name')} label={t('device.name')} hint={t('device.nameHint')} maxLength={100} autoComplete="off" />
        <TextField {...field('mac')} label={t('device.mac')} hint={t('device.macHint')} optional={draft.value.type !== 'ONE_HUB'} maxLength={30} autoComplete="off" autoCapitalize="characters" spellCheck={false} />
        <TextField {...field('serialNumber')} label={t('device.serial')} optional maxLength={64} autoComplete="off" spellCheck={false} />
        <TextField {...field('manufacturer')} label={t('device.manufacturer')} optional maxLength={100} autoComplete="off" />
        <WriteError error={error} />
        <Button variant="primary" type="submit" wide busy={isPending}>{t('device.add')}</Button>
      </form>
    </Screen>
  );
}
