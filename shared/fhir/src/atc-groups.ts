import { localized, type Localized } from '@phr/i18n/localized';

/** An allergenic substance or group of medicines, with its ATC codes. */
export interface AtcGroup {
  readonly words: Localized;
  /** Names as found in records, in lower case without accents. */
  readonly names: readonly string[];
  /** SNOMED CT codes of the substance. */
  readonly snomed?: readonly string[];
  /** Codes or code prefixes; includes everything below them. */
  readonly atc: readonly string[];
  /** True for a whole group, false for one substance. */
  readonly isGroup: boolean;
}

const group = (words: Localized, names: readonly string[], atc: readonly string[], ...snomed: string[]): AtcGroup => ({
  words,
  names,
  atc,
  snomed,
  isGroup: true,
});
const one = (word: string, names: readonly string[], atc: readonly string[], ...snomed: string[]): AtcGroup => ({
  words: localized(word, word),
  names,
  atc,
  snomed,
  isGroup: false,
});

/**
 * Subset of the ATC classification: codes as in the ATC/DDD Index of the WHO Collaborating Centre for Drug Statistics
 * Methodology (https://atcddd.fhi.no/atc_ddd_index/). An unlisted name merely yields no match.
 */
export const ATC_GROUPS: readonly AtcGroup[] = [
  group(localized('penicillin', 'penicillins'), ['penicillin', 'penicilin', 'nhom penicillin'], ['J01C'], '373270004'),
  group(
    localized('cephalosporin', 'cephalosporins'),
    ['cephalosporin', 'cefalosporin', 'nhom cephalosporin'],
    ['J01DB', 'J01DC', 'J01DD', 'J01DE'],
  ),
  group(
    localized('sulfonamid', 'sulfonamides'),
    ['sulfonamid', 'sulfonamide', 'sulfamid', 'sulfa'],
    ['J01EB', 'J01EC', 'J01ED', 'J01EE'],
  ),
  group(localized('macrolid', 'macrolides'), ['macrolid', 'macrolide'], ['J01FA']),
  group(localized('quinolon', 'quinolones'), ['quinolon', 'quinolone', 'fluoroquinolon'], ['J01M']),
  group(localized('tetracyclin', 'tetracyclines'), ['nhom tetracyclin', 'tetracyclines'], ['J01AA']),
  group(
    localized('thuốc chống viêm không steroid', 'anti-inflammatory medicines (NSAIDs)'),
    ['nsaid', 'nsaids', 'thuoc chong viem khong steroid', 'khang viem khong steroid'],
    // acetylsalicylic acid is one of them; the index lists it by its uses
    ['M01A', 'N02BA01', 'B01AC06'],
  ),
  one('Amoxicillin', ['amoxicillin', 'amoxicilin'], ['J01CA04', 'J01CR02'], '372687004'),
  one('Ampicillin', ['ampicillin', 'ampicilin'], ['J01CA01', 'J01CR01']),
  one('Cefuroxim', ['cefuroxim', 'cefuroxime'], ['J01DC02']),
  one('Cefixim', ['cefixim', 'cefixime'], ['J01DD08']),
  one('Ceftriaxon', ['ceftriaxon', 'ceftriaxone'], ['J01DD04']),
  one('Cephalexin', ['cephalexin', 'cefalexin'], ['J01DB01']),
  one('Azithromycin', ['azithromycin'], ['J01FA10']),
  one('Clarithromycin', ['clarithromycin'], ['J01FA09']),
  one('Spiramycin', ['spiramycin'], ['J01FA02', 'J01RA04']),
  one('Ciprofloxacin', ['ciprofloxacin'], ['J01MA02']),
  one('Levofloxacin', ['levofloxacin'], ['J01MA12']),
  one('Doxycyclin', ['doxycyclin', 'doxycycline'], ['J01AA02']),
  one('Sulfamethoxazol', ['sulfamethoxazol', 'sulfamethoxazole'], ['J01EC01', 'J01EE01']),
  one('Aspirin', ['aspirin', 'acid acetylsalicylic', 'acetylsalicylic acid'], ['B01AC06', 'N02BA01']),
  one('Ibuprofen', ['ibuprofen'], ['M01AE01']),
  one('Diclofenac', ['diclofenac'], ['M01AB05']),
  one('Meloxicam', ['meloxicam'], ['M01AC06']),
  one('Celecoxib', ['celecoxib'], ['M01AH01']),
  one('Etoricoxib', ['etoricoxib'], ['M01AH05']),
  one('Ketoprofen', ['ketoprofen'], ['M01AE03']),
  one('Piroxicam', ['piroxicam'], ['M01AC01']),
  one('Paracetamol', ['paracetamol', 'acetaminophen'], ['N02BE01', 'N02BE51']),
];
