import { useSettings } from '@phr/module-kit/host';
import { RecordRow } from '@phr/module-kit/record-row';
import { useTranslation } from 'react-i18next';
import { deviceCode, type Device } from './device.entity.ts';
import { nameOf, typeWordsOf } from './device.words.ts';

/** A row linking to a device's details, which have its numbers: name, kind and badges. */
export function DeviceRow({ device }: { readonly device: Device }) {
  const { t } = useTranslation();
  const isThisBrowser = device.deviceId === useSettings().deviceId;
  const what = [
    typeWordsOf(device, t),
    device.funcType && t(`device.func.${device.funcType}`),
    device.isBle ? t('device.ble') : undefined,
  ].filter((part) => part !== undefined);
  return (
    <RecordRow
      title={nameOf(device, t)}
      lines={[
        what.join(' · '),
        device.manufacturer && t('device.made', { name: device.manufacturer }),
        device.type === 'AUTH' ? t('device.code', { code: deviceCode(device.deviceId) }) : undefined,
      ]}
      badge={isThisBrowser ? { words: t('device.this'), tone: 'brand' } : undefined}
      to={{ screen: 'device-details', params: { id: device.id } }}
    />
  );
}
