import type { SignalIcon } from '@phr/contract/today';
import {
  IconAppointment,
  IconAssessment,
  IconDevices,
  IconHealthIndexes,
  IconImmunization,
  IconInfo,
  IconMedicine,
  IconOffline,
  IconPrivacy,
  IconProfile,
  IconTreatment,
  type IconShape,
} from '@phr/ui/icons';

/** What a signal or an action is about: signs that the menu and the bars around a screen have already. */
export const SIGNAL_SHAPES: Readonly<Record<SignalIcon, IconShape>> = {
  vital: IconHealthIndexes,
  medicine: IconMedicine,
  allergy: IconInfo,
  access: IconPrivacy,
  link: IconProfile,
  form: IconAssessment,
  appointment: IconAppointment,
  result: IconTreatment,
  vaccine: IconImmunization,
  device: IconDevices,
  person: IconProfile,
  waiting: IconOffline,
};
