export interface DemoItem {
  at: string;
  name: string;
  description: string;
  cents: number;
  /** The stock of a physical item. */
  stock?: number;
  state?: 'unpublished' | 'inactive';
  category?: string;
  barcode?: string;
  isFavorite?: boolean;
  /** The name of a file in `assets/items`. */
  picture?: string;
  /** How often it is bought, relative to the others; without it, never. */
  popular?: number;
}

export const salesItems: readonly DemoItem[] = [
  { at: 'denver', name: 'Water 20 oz', description: 'Rocky Mountain spring water', cents: 2_50, stock: 184, popular: 9, category: 'Drinks', barcode: '2000000000015', isFavorite: true, picture: 'water' },
  { at: 'denver', name: 'Electrolyte Drink', description: 'Lemon or berry, zero sugar', cents: 3_75, stock: 96, popular: 7, category: 'Drinks', barcode: '2000000000022' },
  { at: 'denver', name: 'Cold Brew Coffee', description: 'From the roaster next door', cents: 4_50, stock: 31, popular: 6, category: 'Drinks', barcode: '2000000000039', picture: 'coffee' },
  { at: 'denver', name: 'Protein Shake', description: 'Vanilla, chocolate or peanut butter, 30 g protein', cents: 7_95, stock: 58, popular: 8, category: 'Drinks', barcode: '2000000000046', isFavorite: true, picture: 'shake' },
  { at: 'denver', name: 'Protein Bar', description: '20 g protein, gluten free', cents: 3_50, stock: 120, popular: 8, category: 'Snacks', barcode: '2000000000053', isFavorite: true, picture: 'bar' },
  { at: 'denver', name: 'Pre-Workout Single Serving', description: 'Contains 200 mg caffeine', cents: 3_25, stock: 0, popular: 0, category: 'Supplements', barcode: '2000000000060' },
  { at: 'denver', name: 'Whey Protein 2 lb', description: 'Grass-fed, chocolate', cents: 44_99, stock: 14, popular: 2, category: 'Supplements', barcode: '2000000000077', picture: 'tub' },
  { at: 'denver', name: 'Creatine Monohydrate 300 g', description: 'Unflavored', cents: 24_99, stock: 9, popular: 1, category: 'Supplements', barcode: '2000000000084' },
  { at: 'denver', name: 'Iron Peak T-Shirt', description: 'Cotton, unisex, XS to XXL', cents: 28_00, stock: 43, popular: 2, category: 'Apparel', barcode: '2000000000091', picture: 'shirt' },
  { at: 'denver', name: 'Iron Peak Hoodie', description: 'Heavyweight fleece', cents: 62_00, stock: 17, popular: 1, category: 'Apparel', barcode: '2000000000107' },
  { at: 'denver', name: 'Shaker Bottle', description: '28 oz with steel whisk', cents: 12_00, stock: 26, popular: 2, category: 'Gear', barcode: '2000000000114', picture: 'shaker' },
  { at: 'denver', name: 'Padlock', description: 'Four-digit, for day lockers', cents: 9_50, stock: 38, popular: 2, category: 'Gear', barcode: '2000000000121', picture: 'padlock' },
  { at: 'denver', name: 'Lifting Straps', description: 'Pair, cotton', cents: 14_95, stock: 3, popular: 1, category: 'Gear', barcode: '2000000000138' },
  { at: 'denver', name: 'Lifting Belt', description: 'Leather, 10 mm', cents: 79_00, stock: 0, category: 'Gear', barcode: '2000000000145' },
  { at: 'denver', name: 'Chalk Block', description: 'Magnesium carbonate, 2 oz', cents: 2_95, stock: 71, popular: 2, category: 'Gear', barcode: '2000000000152' },
  { at: 'denver', name: 'Key Fob', description: 'Opens the front door around the clock', cents: 10_00, stock: 212, popular: 1, category: 'Rental & Access', barcode: '2000000000169' },
  { at: 'denver', name: 'Towel Rental', description: 'Bath towel for the day', cents: 3_00, popular: 5, category: 'Rental & Access', isFavorite: true, picture: 'towel' },
  { at: 'denver', name: 'Day Locker (One Month)', description: 'A locker of your own near the sauna', cents: 15_00, popular: 2, category: 'Rental & Access' },
  { at: 'denver', name: 'Guest Visit', description: 'For the guest of a member, one day', cents: 15_00, popular: 4, category: 'Rental & Access', isFavorite: true },
  { at: 'denver', name: 'Personal Training (1 Session)', description: '55 minutes with a coach', cents: 85_00, popular: 3, category: 'Training' },
  { at: 'denver', name: 'Personal Training (10 Sessions)', description: 'Valid for six months', cents: 765_00, popular: 1, category: 'Training' },
  { at: 'denver', name: 'Welcome Assessment', description: 'Movement screen and goals, 30 minutes', cents: 35_00, popular: 1, category: 'Training' },
  { at: 'denver', name: 'Body Composition Scan', description: 'With printed report', cents: 29_00, popular: 1, category: 'Training' },
  { at: 'denver', name: 'Nutrition Workshop', description: 'Saturday morning, two hours. In preparation.', cents: 45_00, state: 'unpublished' },
  { at: 'denver', name: 'Holiday Gift Box', description: 'Shirt, shaker and five bars', cents: 49_00, stock: 4, state: 'inactive', barcode: '2000000000176' },
  { at: 'denver', name: 'Tanning Session', description: 'No longer offered', cents: 12_00, state: 'inactive' },

  { at: 'chicago', name: 'Water 20 oz', description: 'Still or sparkling', cents: 2_75, stock: 140, popular: 9, category: 'Drinks', barcode: '2000000000183', isFavorite: true, picture: 'water' },
  { at: 'chicago', name: 'Recovery Smoothie', description: 'Tart cherry, banana and whey', cents: 8_95, stock: 22, popular: 6, category: 'Drinks', barcode: '2000000000190', picture: 'shake' },
  { at: 'chicago', name: 'Protein Bar', description: '20 g protein', cents: 3_75, stock: 88, popular: 7, category: 'Snacks', barcode: '2000000000206', isFavorite: true, picture: 'bar' },
  { at: 'chicago', name: 'Energy Drink', description: '12 oz can', cents: 4_25, stock: 0, category: 'Drinks', barcode: '2000000000213' },
  { at: 'chicago', name: 'Iron Peak Beanie', description: 'For the walk home along the river', cents: 24_00, stock: 31, popular: 2, category: 'Apparel', barcode: '2000000000220' },
  { at: 'chicago', name: 'Hand Wraps', description: 'Pair, 180 inches', cents: 11_00, stock: 19, popular: 2, category: 'Gear', barcode: '2000000000237' },
  { at: 'chicago', name: 'Key Card', description: 'Building and gym', cents: 15_00, stock: 97, popular: 1, category: 'Rental & Access', barcode: '2000000000244' },
  { at: 'chicago', name: 'Garage Parking (One Day)', description: 'Level P2', cents: 14_00, popular: 4, category: 'Rental & Access' },
  { at: 'chicago', name: 'Boxing Class', description: 'Drop-in, 50 minutes', cents: 22_00, popular: 4, category: 'Training' },
  { at: 'chicago', name: 'Personal Training (1 Session)', description: '55 minutes with a coach', cents: 95_00, popular: 2, category: 'Training' },
  { at: 'chicago', name: 'Sports Massage', description: '45 minutes. From next month on.', cents: 90_00, state: 'unpublished' },

  { at: 'phoenix', name: 'Water 32 oz', description: 'Ice cold', cents: 3_00, stock: 260, popular: 10, category: 'Drinks', barcode: '2000000000251', isFavorite: true, picture: 'water' },
  { at: 'phoenix', name: 'Electrolyte Drink', description: 'Prickly pear', cents: 3_95, stock: 74, popular: 8, category: 'Drinks', barcode: '2000000000268', isFavorite: true },
  { at: 'phoenix', name: 'Acai Bowl', description: 'Made to order until 2 PM', cents: 11_50, popular: 4, category: 'Snacks' },
  { at: 'phoenix', name: 'Cooling Towel', description: 'Microfiber', cents: 13_00, stock: 36, popular: 3, category: 'Gear', barcode: '2000000000275' },
  { at: 'phoenix', name: 'Iron Peak Tank', description: 'Unisex, XS to XXL', cents: 26_00, stock: 28, popular: 2, category: 'Apparel', barcode: '2000000000282', picture: 'shirt' },
  { at: 'phoenix', name: 'Rooftop Yoga', description: 'Sunrise class, drop-in', cents: 18_00, popular: 4, category: 'Training' },
  { at: 'phoenix', name: 'Sunscreen SPF 50', description: '3 oz', cents: 9_00, stock: 0, state: 'inactive', category: 'Gear', barcode: '2000000000299' },

  { at: 'boston', name: 'Water 20 oz', description: '', cents: 2_00, stock: 60, popular: 8, category: 'Drinks', barcode: '2000000000305', isFavorite: true, picture: 'water' },
  { at: 'boston', name: 'Chalk Block', description: '2 oz', cents: 3_00, stock: 52, popular: 4, category: 'Gear', barcode: '2000000000312' },
  { at: 'boston', name: 'Club Singlet', description: 'Competition cut', cents: 55_00, stock: 12, popular: 1, category: 'Apparel', barcode: '2000000000329' },
  { at: 'boston', name: 'Knee Sleeves', description: 'Pair, 7 mm', cents: 48_00, stock: 0, category: 'Gear', barcode: '2000000000336' },
  { at: 'boston', name: 'Technique Session', description: 'One to one, 45 minutes', cents: 70_00, popular: 2, category: 'Training' },
  { at: 'boston', name: 'Meet Entry Spring Open', description: 'Opens in January', cents: 40_00, state: 'unpublished' },
];
