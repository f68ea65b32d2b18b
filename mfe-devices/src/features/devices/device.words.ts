import type { TFunction } from 'i18next';
import type { Device } from './device.entity.ts';

/** Kind of a device in words; undefined if unknown. */
export function typeWordsOf(
  { isOneHub, type, typeWords }: Pick<Device, 'isOneHub' | 'type' | 'typeWords'>,
  t: TFunction,
): string | undefined {
  return isOneHub ? t('device.oneHub') : type === undefined ? typeWords : t(`device.type.${type}`);
}

/** The name of a device, else its kind. */
export function nameOf(device: Pick<Device, 'name' | 'isOneHub' | 'type' | 'typeWords'>, t: TFunction): string {
  return device.name ?? typeWordsOf(device, t) ?? t('device.untitled');
}
