/**
 * The icons of the product, named by what they mean. Only named imports: the whole set weighs 591 kB. In a menu an icon always has its word.
 * Show them with `Icon` (icon.tsx), which hides them from screen readers.
 */
export type { Icon as IconShape } from '@tabler/icons-react';

// Finding the way
export {
  IconArrowLeft as IconBack,
  IconChevronRight as IconForward,
  IconChevronLeft as IconPrevious,
  IconChevronDown as IconExpand,
  IconChevronUp as IconCollapse,
  IconX as IconClose,
  IconMenu2 as IconMenu,
  IconDotsVertical as IconMore,
  IconExternalLink as IconNewWindow,
  IconHome,
  IconSearch,
  IconBell as IconNotifications,
  IconSettings,
  IconHelpCircle as IconHelp,
  IconLogout as IconSignOut,
  IconScan as IconScanCode,
  IconQrcode as IconQrCode,
  IconLanguage,
  IconSun as IconLightMode,
  IconMoon as IconDarkMode,
} from '@tabler/icons-react';

// People and places
export {
  IconUser as IconPerson,
  IconUsers as IconFamily,
  IconUserCircle as IconProfile,
  IconShieldLock as IconPrivacy,
  IconUserShield as IconConsent,
  IconBuildingHospital as IconFacility,
  IconMapPin as IconPlace,
  IconPhone,
  IconPhoneCall as IconCall,
} from '@tabler/icons-react';

// Parts of the record
export {
  IconClipboardText as IconTreatment,
  IconHistory as IconMedicalHistory,
  IconCalendarEvent as IconAppointment,
  IconCalendar,
  IconClock as IconTime,
  IconActivity as IconHealthIndexes,
  IconVaccine as IconImmunization,
  IconChecklist as IconAssessment,
  IconAward as IconPoints,
  IconTicket as IconVoucher,
  IconPill as IconMedicine,
  IconStethoscope as IconPractitioner,
  IconReportMedical as IconReport,
  IconTestPipe as IconLaboratory,
  IconPhoto as IconImage,
  IconFileText as IconDocument,
  IconPaperclip as IconAttachment,
  IconDevices,
  IconBluetooth,
  IconLink,
} from '@tabler/icons-react';

// Vital signs
export {
  IconHeart as IconBloodPressure,
  IconHeartRateMonitor as IconHeartRate,
  IconTemperature,
  IconLungs as IconOxygen,
  IconDroplet as IconGlucose,
  IconScale as IconWeight,
  IconRulerMeasure as IconHeight,
} from '@tabler/icons-react';

// Doing things
export {
  IconPlus as IconAdd,
  IconMinus as IconLess,
  IconCheck as IconDone,
  IconPencil as IconEdit,
  IconTrash as IconDelete,
  IconPrinter as IconPrint,
  IconDownload,
  IconUpload,
  IconShare,
  IconCopy,
  IconSend,
  IconRefresh as IconRetry,
  IconFilter,
  IconArrowsSort as IconSort,
  IconEye as IconShow,
  IconEyeOff as IconHide,
  IconTable,
  IconChartLine as IconChart,
} from '@tabler/icons-react';

// Looking at images
export {
  IconZoomIn,
  IconZoomOut,
  IconZoomReset as IconResetView,
  IconContrast as IconWindowLevel,
  IconRuler as IconMeasureLength,
  IconStack as IconScrollSlices,
} from '@tabler/icons-react';

// States
export {
  IconInfoCircle as IconInfo,
  IconCircleCheck as IconSuccess,
  IconAlertTriangle as IconWarning,
  IconAlertCircle as IconError,
  IconWifiOff as IconOffline,
  IconArrowUpRight as IconTrendUp,
  IconArrowDownRight as IconTrendDown,
  IconArrowRight as IconTrendSame,
  IconLock as IconLocked,
} from '@tabler/icons-react';

// Risk levels: the shape alone tells them apart
export {
  IconCircleCheck as IconLevelTarget,
  IconInfoSquareRounded as IconLevelVeryMild,
  IconAlertHexagon as IconLevelMild,
  IconAlertTriangleFilled as IconLevelDangerous,
  IconAlertOctagonFilled as IconLevelVeryDangerous,
} from '@tabler/icons-react';
