import { Icon } from '@phr/ui/icon';
import {
  IconAdd,
  IconAppointment,
  IconAssessment,
  IconDevices,
  IconFamily,
  IconHealthIndexes,
  IconHelp,
  IconHome,
  IconImmunization,
  IconMedicalHistory,
  IconPoints,
  IconPrivacy,
  IconProfile,
  IconQrCode,
  IconScanCode,
  IconSettings,
  type IconShape,
  IconTreatment,
} from '@phr/ui/icons';
import type { MenuIcon as Name } from './menu.model.ts';

const SHAPES: Readonly<Record<Name, IconShape>> = {
  profile: IconProfile,
  family: IconFamily,
  treatment: IconTreatment,
  medicalHistory: IconMedicalHistory,
  appointment: IconAppointment,
  healthIndexes: IconHealthIndexes,
  immunization: IconImmunization,
  assessment: IconAssessment,
  points: IconPoints,
  qr: IconQrCode,
  privacy: IconPrivacy,
  settings: IconSettings,
  devices: IconDevices,
  help: IconHelp,
  home: IconHome,
  scan: IconScanCode,
  add: IconAdd,
};

/** The icon of a menu item; its word stands beside it. */
export function MenuIcon({ name }: { readonly name: Name }) {
  return <Icon of={SHAPES[name]} />;
}
