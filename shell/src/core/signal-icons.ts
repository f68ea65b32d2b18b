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

/** Icons of signals and actions; shared with the menu and the bars. */
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
