import { replaceScreen } from '@phr/module-kit/screens';
import { textsOf } from '@phr/module-kit/checked-form';
import { EntryForm } from '@phr/module-kit/entry-form';
import { useHost } from '@phr/module-kit/host';
import { ScreenLink } from '@phr/module-kit/screen-link';
import { Notice } from '@phr/ui/notice';
import { SelectField } from '@phr/ui/select-field';
import { TextField } from '@phr/ui/text-field';
import { useTranslation } from 'react-i18next';
import type { ScreenProps } from '../../views/screen-props.ts';
import { type DeviceBody, useDeviceWrite } from '../devices/device-writes.api.ts';
import { OwnRecord } from '../devices/own-record.view.tsx';
import { WriteError } from '../devices/write-error.view.tsx';
import { ADDABLE_TYPES, checkForm, type DeviceForm, EMPTY_FORM } from './device-form.model.ts';

/** Adds a hub or a meter to the main patient's record. */
export function AddDeviceView({ level }: ScreenProps) {
  return (
    <OwnRecord screen="add-device" level={level}>
      {(main) => <Form patientId={main.id} level={level} />}
    </OwnRecord>
  );
}

function Form({ patientId, level }: { readonly patientId: string; readonly level: number }) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  const { mutateAsync } = useDeviceWrite();
  return (
    <EntryForm<DeviceForm, DeviceBody>
      screen="add-device"
      level={level}
      back={{ screen: 'medical-devices' }}
      success="toast.deviceAdd"
      submitLabel={t('device.add')}
      initial={() => EMPTY_FORM}
      parse={textsOf}
      check={(form) => checkForm(form, patientId)}
      save={async (body, { idOf }) => {
        await mutateAsync({ kind: 'add', body, key: idOf('device') });
        return { isWaiting: false };
      }}
      onSaved={() => replaceScreen(navigation, { screen: 'medical-devices' })}
      refusal={({ error }) => <WriteError error={error} />}
      about={
        <Notice action={<ScreenLink screen="pair-device">{t('screen.pair-device')}</ScreenLink>}>
          {t('device.throughHub')}
        </Notice>
      }
    >
      {({ form, change, idOf, errorOf }) => {
        const field = (name: keyof DeviceForm) => ({
          id: idOf(name),
          value: form[name],
          error: errorOf(name),
          onChange: (value: string) => change((before) => ({ ...before, [name]: value })),
        });
        return (
          <>
            <SelectField
              {...field('type')}
              label={t('device.type')}
              options={ADDABLE_TYPES.map((type) => ({
                value: type,
                label: type === 'ONE_HUB' ? t('device.oneHub') : t(`device.type.${type}`),
              }))}
            />
            <TextField
              {...field('name')}
              label={t('device.name')}
              hint={t('device.nameHint')}
              maxLength={100}
              autoComplete="off"
            />
            <TextField
              {...field('mac')}
              label={t('device.mac')}
              hint={t('device.macHint')}
              optional={form.type !== 'ONE_HUB'}
              maxLength={30}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
            />
            <TextField
              {...field('serialNumber')}
              label={t('device.serial')}
              optional
              maxLength={64}
              autoComplete="off"
              spellCheck={false}
            />
            <TextField
              {...field('manufacturer')}
              label={t('device.manufacturer')}
              optional
              maxLength={100}
              autoComplete="off"
            />
          </>
        );
      }}
    </EntryForm>
  );
}
