import type { StoryName } from '../holdings.ts';
import type { Portrait } from '../portraits/portrait.ts';

interface Photographed {
  name: string;
  /** The home location. */
  at: string;
  story: StoryName;
  /** Who joined within the last days, and so stands at the top of the list. */
  newcomer?: boolean;
  portrait: Portrait;
}

/** Who has a photo: one of each story in Denver, and some elsewhere. */
export const photographed: readonly Photographed[] = [
  { name: 'Maya Okafor', at: 'denver', story: 'steady', newcomer: true, portrait: { skin: 'umber', hair: 'afro', hairColour: 'black', backdrop: 'sand', fabric: 'coral', clothes: 'tank', extra: 'earrings' } },
  { name: 'Lucas Brandt', at: 'denver', story: 'contract', newcomer: true, portrait: { skin: 'peach', hair: 'quiff', hairColour: 'brown', backdrop: 'sky', fabric: 'navy', clothes: 'zip', extra: 'stubble' } },
  { name: 'Sofia Marchetti', at: 'denver', story: 'annual', portrait: { skin: 'honey', hair: 'long', hairColour: 'espresso', backdrop: 'mint', fabric: 'plum', clothes: 'tee' } },
  { name: 'Daniel Kim', at: 'denver', story: 'suspended', portrait: { skin: 'peach', hair: 'crop', hairColour: 'black', backdrop: 'slate', fabric: 'mustard', clothes: 'hoodie', extra: 'glasses' } },
  { name: 'Aisha Rahman', at: 'denver', story: 'pending', portrait: { skin: 'olive', hair: 'bob', hairColour: 'black', backdrop: 'rose', fabric: 'teal', clothes: 'zip' } },
  { name: 'Grace Lindqvist', at: 'denver', story: 'steady', newcomer: true, portrait: { skin: 'porcelain', hair: 'ponytail', hairColour: 'blond', backdrop: 'lilac', fabric: 'charcoal', clothes: 'tank' } },
  { name: 'Marcus Bell', at: 'denver', story: 'elsewhere', portrait: { skin: 'chestnut', hair: 'fade', hairColour: 'black', backdrop: 'clay', fabric: 'forest', clothes: 'tee', extra: 'beard' } },
  { name: 'Elena Petrova', at: 'denver', story: 'expired', portrait: { skin: 'porcelain', hair: 'bun', hairColour: 'copper', backdrop: 'mint', fabric: 'navy', clothes: 'hoodie' } },
  { name: 'Tom Gallagher', at: 'denver', story: 'none', portrait: { skin: 'porcelain', hair: 'crop', hairColour: 'silver', backdrop: 'sand', fabric: 'charcoal', clothes: 'zip', extra: 'glasses' } },
  { name: 'Priscilla Nguyen', at: 'chicago', story: 'steady', newcomer: true, portrait: { skin: 'honey', hair: 'bob', hairColour: 'espresso', backdrop: 'sky', fabric: 'coral', clothes: 'tee', extra: 'headband' } },
  { name: 'Andre Coleman', at: 'chicago', story: 'contract', portrait: { skin: 'umber', hair: 'bald', hairColour: 'black', backdrop: 'slate', fabric: 'mustard', clothes: 'tank', extra: 'beard' } },
  { name: 'Isabel Romero', at: 'phoenix', story: 'steady', newcomer: true, portrait: { skin: 'olive', hair: 'curls', hairColour: 'brown', backdrop: 'lilac', fabric: 'cream', clothes: 'tee', extra: 'earrings' } },
  { name: 'Ravi Menon', at: 'denver', story: 'steady', newcomer: true, portrait: { skin: 'chestnut', hair: 'quiff', hairColour: 'black', backdrop: 'mint', fabric: 'plum', clothes: 'hoodie', extra: 'stubble' } },
  { name: 'Nora Whitaker', at: 'boston', story: 'contract', portrait: { skin: 'peach', hair: 'long', hairColour: 'copper', backdrop: 'sky', fabric: 'forest', clothes: 'tank' } },
];
