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

/** Those that are there at once: of the shell's own screens, and of what every record has. */
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

/** Any other icon of the product, from the file of which modules take theirs; its place stays free until then, and for one of a later product. */
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

/** The icon of a menu item by its name, or as an outline; its word stands beside it. */
export function MenuIcon({ name }: IconProps) {
  const shape = SHAPES[name];
  if (shape !== undefined) return <Icon of={shape} />;
  return /^Icon[A-Z]/.test(name) ? <OtherIcon name={name} /> : <Outline d={name} />;
}

/** An outline of 24 by 24, drawn as the product's icons are. */
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
