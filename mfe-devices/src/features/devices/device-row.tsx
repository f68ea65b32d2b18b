import { useSettings } from '@phr/module-kit/host';
import { RecordRow } from '@phr/module-kit/record-row';
import { useTranslation } from 'react-i18next';
import { deviceCode, type Device } from './device.ts';

/** One device: name, what it is, its marks and numbers. */
export function DeviceRow({ device }: { readonly device: Device }) {
  const { t } = useTranslation();
  const isThisBrowser = device.deviceId === useSettings().deviceId;
  const typeName = device.isOneHub ? t('device.oneHub') : device.type === undefined ? device.typeWords : t(`device.type.${device.type}`);
  const what = [typeName, device.funcType && t(`device.func.${device.funcType}`), device.isBle ? t('device.ble') : undefined].filter((part) => part !== undefined);
  return (
    <RecordRow
      title={device.name ?? typeName ?? t('device.untitled')}
      lines={[
        what.join(' · '),
        device.manufacturer && t('device.made', { name: device.manufacturer }),
        device.serialNumber && t('device.serialIs', { value: device.serialNumber }),
        device.mac && t('device.macIs', { value: device.mac }),
        device.type === 'AUTH' ? t('device.code', { code: deviceCode(device.deviceId) }) : undefined,
      ]}
      badge={isThisBrowser ? { words: t('device.this'), tone: 'brand' } : undefined}
    />
  );
}
