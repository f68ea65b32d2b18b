/**
 * The product's icons, named by meaning. Imported one by one: the index has 6,500 icons, which every test and build
 * would load. In menus icons always have a label. Render them with `Icon` (icon.tsx), which hides them from screen
 * readers.
 */
export type { Icon as IconShape } from '@tabler/icons-react';

// Navigation
export { default as IconBack } from '@tabler/icons-react/icons/IconArrowLeft';
export { default as IconForward } from '@tabler/icons-react/icons/IconChevronRight';
export { default as IconPrevious } from '@tabler/icons-react/icons/IconChevronLeft';
export { default as IconExpand } from '@tabler/icons-react/icons/IconChevronDown';
export { default as IconCollapse } from '@tabler/icons-react/icons/IconChevronUp';
export { default as IconClose } from '@tabler/icons-react/icons/IconX';
export { default as IconMenu } from '@tabler/icons-react/icons/IconMenu2';
export { default as IconMore } from '@tabler/icons-react/icons/IconDotsVertical';
export { default as IconNewWindow } from '@tabler/icons-react/icons/IconExternalLink';
export { default as IconHome } from '@tabler/icons-react/icons/IconHome';
export { default as IconSearch } from '@tabler/icons-react/icons/IconSearch';
export { default as IconNotifications } from '@tabler/icons-react/icons/IconBell';
export { default as IconSettings } from '@tabler/icons-react/icons/IconSettings';
export { default as IconHelp } from '@tabler/icons-react/icons/IconHelpCircle';
export { default as IconSignOut } from '@tabler/icons-react/icons/IconLogout';
export { default as IconScanCode } from '@tabler/icons-react/icons/IconScan';
export { default as IconQrCode } from '@tabler/icons-react/icons/IconQrcode';
export { default as IconLanguage } from '@tabler/icons-react/icons/IconLanguage';
export { default as IconLightMode } from '@tabler/icons-react/icons/IconSun';
export { default as IconDarkMode } from '@tabler/icons-react/icons/IconMoon';

// People and places
export { default as IconPerson } from '@tabler/icons-react/icons/IconUser';
export { default as IconFamily } from '@tabler/icons-react/icons/IconUsers';
export { default as IconProfile } from '@tabler/icons-react/icons/IconUserCircle';
export { default as IconPrivacy } from '@tabler/icons-react/icons/IconShieldLock';
export { default as IconConsent } from '@tabler/icons-react/icons/IconUserShield';
export { default as IconFacility } from '@tabler/icons-react/icons/IconBuildingHospital';
export { default as IconPlace } from '@tabler/icons-react/icons/IconMapPin';
export { default as IconPhone } from '@tabler/icons-react/icons/IconPhone';
export { default as IconCall } from '@tabler/icons-react/icons/IconPhoneCall';

// Parts of the record
export { default as IconTreatment } from '@tabler/icons-react/icons/IconClipboardText';
export { default as IconMedicalHistory } from '@tabler/icons-react/icons/IconHistory';
export { default as IconAppointment } from '@tabler/icons-react/icons/IconCalendarEvent';
export { default as IconCalendar } from '@tabler/icons-react/icons/IconCalendar';
export { default as IconTime } from '@tabler/icons-react/icons/IconClock';
export { default as IconHealthIndexes } from '@tabler/icons-react/icons/IconActivity';
export { default as IconImmunization } from '@tabler/icons-react/icons/IconVaccine';
export { default as IconAssessment } from '@tabler/icons-react/icons/IconChecklist';
export { default as IconPoints } from '@tabler/icons-react/icons/IconAward';
export { default as IconVoucher } from '@tabler/icons-react/icons/IconTicket';
export { default as IconMedicine } from '@tabler/icons-react/icons/IconPill';
export { default as IconPractitioner } from '@tabler/icons-react/icons/IconStethoscope';
export { default as IconReport } from '@tabler/icons-react/icons/IconReportMedical';
export { default as IconLaboratory } from '@tabler/icons-react/icons/IconTestPipe';
export { default as IconImage } from '@tabler/icons-react/icons/IconPhoto';
export { default as IconDocument } from '@tabler/icons-react/icons/IconFileText';
export { default as IconAttachment } from '@tabler/icons-react/icons/IconPaperclip';
export { default as IconDevices } from '@tabler/icons-react/icons/IconDevices';
export { default as IconBluetooth } from '@tabler/icons-react/icons/IconBluetooth';
export { default as IconLink } from '@tabler/icons-react/icons/IconLink';

// Vital signs
export { default as IconBloodPressure } from '@tabler/icons-react/icons/IconGauge';
export { default as IconHeartRate } from '@tabler/icons-react/icons/IconHeartbeat';
export { default as IconTemperature } from '@tabler/icons-react/icons/IconTemperature';
export { default as IconOxygen } from '@tabler/icons-react/icons/IconLungs';
export { default as IconBreathing } from '@tabler/icons-react/icons/IconWind';
export { default as IconGlucose } from '@tabler/icons-react/icons/IconDroplet';
export { default as IconWeight } from '@tabler/icons-react/icons/IconScale';
export { default as IconBodyMass } from '@tabler/icons-react/icons/IconMan';
export { default as IconHeight } from '@tabler/icons-react/icons/IconRulerMeasure';

// Actions
export { default as IconAdd } from '@tabler/icons-react/icons/IconPlus';
export { default as IconLess } from '@tabler/icons-react/icons/IconMinus';
export { default as IconDone } from '@tabler/icons-react/icons/IconCheck';
export { default as IconEdit } from '@tabler/icons-react/icons/IconPencil';
export { default as IconDelete } from '@tabler/icons-react/icons/IconTrash';
export { default as IconPrint } from '@tabler/icons-react/icons/IconPrinter';
export { default as IconDownload } from '@tabler/icons-react/icons/IconDownload';
export { default as IconUpload } from '@tabler/icons-react/icons/IconUpload';
export { default as IconShare } from '@tabler/icons-react/icons/IconShare';
export { default as IconCopy } from '@tabler/icons-react/icons/IconCopy';
export { default as IconSend } from '@tabler/icons-react/icons/IconSend';
export { default as IconRetry } from '@tabler/icons-react/icons/IconRefresh';
export { default as IconFilter } from '@tabler/icons-react/icons/IconFilter';
export { default as IconSort } from '@tabler/icons-react/icons/IconArrowsSort';
export { default as IconShow } from '@tabler/icons-react/icons/IconEye';
export { default as IconHide } from '@tabler/icons-react/icons/IconEyeOff';
export { default as IconTable } from '@tabler/icons-react/icons/IconTable';
export { default as IconChart } from '@tabler/icons-react/icons/IconChartLine';

// Image viewing
export { default as IconZoomIn } from '@tabler/icons-react/icons/IconZoomIn';
export { default as IconZoomOut } from '@tabler/icons-react/icons/IconZoomOut';
export { default as IconResetView } from '@tabler/icons-react/icons/IconZoomReset';
export { default as IconWindowLevel } from '@tabler/icons-react/icons/IconContrast';
export { default as IconMeasureLength } from '@tabler/icons-react/icons/IconRuler';
export { default as IconScrollSlices } from '@tabler/icons-react/icons/IconStack';

// States
export { default as IconInfo } from '@tabler/icons-react/icons/IconInfoCircle';
export { default as IconSuccess } from '@tabler/icons-react/icons/IconCircleCheck';
export { default as IconWarning } from '@tabler/icons-react/icons/IconAlertTriangle';
export { default as IconError } from '@tabler/icons-react/icons/IconAlertCircle';
export { default as IconOffline } from '@tabler/icons-react/icons/IconWifiOff';
export { default as IconTrendUp } from '@tabler/icons-react/icons/IconArrowUpRight';
export { default as IconTrendDown } from '@tabler/icons-react/icons/IconArrowDownRight';
export { default as IconTrendSame } from '@tabler/icons-react/icons/IconArrowRight';
export { default as IconLocked } from '@tabler/icons-react/icons/IconLock';

// Risk levels, distinguishable by shape alone
export { default as IconLevelTarget } from '@tabler/icons-react/icons/IconCircleCheck';
export { default as IconLevelVeryMild } from '@tabler/icons-react/icons/IconInfoSquareRounded';
export { default as IconLevelMild } from '@tabler/icons-react/icons/IconAlertHexagon';
export { default as IconLevelDangerous } from '@tabler/icons-react/icons/IconAlertTriangleFilled';
export { default as IconLevelVeryDangerous } from '@tabler/icons-react/icons/IconAlertOctagonFilled';
