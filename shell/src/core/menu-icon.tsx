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
import { lazyPart } from './lazy-screen.tsx';

/** Bundled icons: of the shell's own screens and of common record sections. */
const SHAPES: Readonly<Record<string, IconShape>> = {
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
  IconTreatment,
};

interface IconProps {
  readonly name: string;
}

/** Any other icon, from the chunk modules use; its space stays empty until loaded, and for icons of a newer product. */
const OtherIcon = lazyPart<IconProps>(
  async () => {
    const all: Readonly<Record<string, unknown>> = await import(/* webpackChunkName: "ui" */ '@phr/ui/icons');
    return function IconOf({ name }: IconProps) {
      return isShape(all[name]) ? <Icon of={all[name]} /> : <Outline d="" />;
    };
  },
  <Outline d="" />,
  () => <Outline d="" />,
);
const isShape = (value: unknown): value is IconShape => typeof value === 'object' && value !== null;

/** A menu icon by name or outline; purely decorative. */
export function MenuIcon({ name }: IconProps) {
  const shape = SHAPES[name];
  if (shape !== undefined) return <Icon of={shape} />;
  return /^Icon[A-Z]/.test(name) ? <OtherIcon name={name} /> : <Outline d={name} />;
}

/** A 24x24 outline in the style of the product's icons. */
function Outline({ d }: { readonly d: string }) {
  return (
    <svg
      width="1.5rem"
      height="1.5rem"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={d} />
    </svg>
  );
}
