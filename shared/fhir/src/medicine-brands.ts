/**
 * Brand names sold in Viet Nam with the ingredients common to all products of the name, as registered with the Drug
 * Administration of Viet Nam (https://drugbank.vn, https://dichvucong.dav.gov.vn). Names are in lower case without
 * accents. Only names with certain ingredients are listed; an unlisted brand merely yields no match.
 */
const BRANDS: Readonly<Record<string, readonly string[]>> = {
  'amoxicillin+acid clavulanic': ['augmentin', 'klamentin', 'curam', 'augbactam'],
  amoxicillin: ['clamoxyl', 'ospamox', 'hagimox'],
  'ampicillin+sulbactam': ['unasyn'],
  cefuroxim: ['zinnat', 'zinacef', 'haginat'],
  cefixim: ['hafixim'],
  ceftriaxon: ['rocephin'],
  cephalexin: ['ospexin', 'hapenxin'],
  azithromycin: ['zithromax'],
  clarithromycin: ['klacid'],
  spiramycin: ['rovamycine'],
  'spiramycin+metronidazol': ['rodogyl'],
  ciprofloxacin: ['ciprobay'],
  levofloxacin: ['tavanic'],
  'sulfamethoxazol+trimethoprim': ['bactrim', 'biseptol', 'cotrimoxazol', 'co trimoxazol', 'cotrim'],
  paracetamol: ['panadol', 'efferalgan', 'hapacol', 'tylenol', 'decolgen', 'tiffy'],
  'paracetamol+tramadol': ['ultracet'],
  'paracetamol+ibuprofen': ['alaxan'],
  ibuprofen: ['brufen', 'gofen', 'nurofen'],
  diclofenac: ['voltaren', 'cataflam'],
  meloxicam: ['mobic'],
  celecoxib: ['celebrex'],
  etoricoxib: ['arcoxia'],
  ketoprofen: ['profenid'],
  piroxicam: ['feldene'],
  aspirin: ['aspilets', 'aspegic'],
  'aspirin+clopidogrel': ['duoplavin', 'coplavix'],
};

/** Ingredients of the brands that stand in a name as whole words. @param name normalized, see `normalizeText` */
export function brandIngredients(name: string): readonly string[] {
  const words = asWords(name);
  return Object.entries(BRANDS).flatMap(([ingredients, brands]) =>
    brands.some((brand) => words.includes(` ${brand} `)) ? ingredients.split('+') : [],
  );
}

/** A normalized text such that whole words are found in it: 'aspirin-ph8' becomes ' aspirin ph8 '. */
export const asWords = (text: string): string => ` ${text.replace(/[^\p{L}\d]+/gu, ' ')} `;
