const words = (text: string): string[] => text.trim().split(/\s+/);

export const firstNames = words(`
  Abigail Adrian Alejandro Alice Amara Amelia Amir Anita Anthony Arjun Ashley Audrey Beatriz Benjamin Bianca Brandon
  Caleb Camila Carlos Caroline Charlotte Chloe Christopher Clara Connor Curtis Danielle Darius David Deborah Derek
  Diana Diego Dominic Dylan Eleanor Elijah Emily Emma Eric Esther Ethan Eva Fatima Felix Fiona Frank Gabriel Gloria
  Hannah Harold Hassan Heather Henry Hiroshi Imani Isaac Ivy Jack Jackson Jada James Jasmine Javier Jenna Jerome
  Joanna Jordan Jorge Joshua Julia Kayla Keiko Kenneth Kevin Kyle Laura Lauren Leah Leon Leticia Liam Lila Linda Logan
  Lucia Madison Malik Marcela Margaret Mason Mateo Megan Mei Michael Miguel Mila Miriam Monica Naomi Natalie Nathan
  Nicole Noah Olivia Omar Oscar Owen Paige Patrick Paul Peter Quinn Rachel Rafael Rebecca Renee Ricardo Robert Rosa
  Ruth Ryan Samantha Samir Samuel Sandra Sarah Sean Serena Simon Stella Stephanie Steven Talia Tanya Teresa Theo
  Tiffany Trevor Valeria Vanessa Victor Victoria Vincent Vivian Walter Wendy William Xavier Yara Yusuf Zachary Zoe`);

export const lastNames = words(`
  Abbott Acosta Adams Ahmed Alvarez Anderson Archer Bailey Baker Barnes Becker Bennett Bishop Boyd Bradley Brooks
  Burke Butler Calderon Campbell Carlson Carter Castillo Chang Chavez Chen Clarke Cohen Collins Cooper Costa Crawford
  Cruz Daniels Davis Delgado Diaz Dixon Douglas Dubois Edwards Ellis Erickson Espinoza Evans Farrell Fernandez Fischer
  Fisher Flores Foster Francis Franklin Freeman Garcia Gibson Goldberg Gomez Gonzalez Graham Green Griffin Gupta Hall
  Hansen Harper Hayes Hernandez Hicks Hoffman Holland Howard Hughes Hunter Ibrahim Iverson Jackson Jacobs Jefferson
  Jensen Johnson Jordan Kaplan Kaur Keller Kelly Khan Kowalski Larson Lawson Lee Leonard Lewis Lopez Lucas Lynch
  Maldonado Marshall Martinez Mason McCarthy Mendoza Meyer Miller Mitchell Montoya Moore Morales Morgan Mueller Murphy
  Myers Navarro Nelson Novak Obi Olsen Ortega Owens Pacheco Palmer Park Parker Patel Pearson Perez Peterson Phillips
  Pierce Porter Powell Price Quintero Ramirez Reed Reyes Reynolds Rivera Robinson Rojas Rosen Ross Russell Salazar
  Sanchez Sandoval Santos Schmidt Schultz Shah Sharma Silva Simmons Singh Snyder Spencer Stewart Stone Sullivan Suzuki
  Tanaka Taylor Thompson Torres Tran Turner Valdez Vargas Vasquez Vega Wagner Walker Wallace Walsh Ward Washington Watts
  Weaver Webb Weber West Wheeler Wilson Wong Woods Wright Yang Young Zamora Zimmerman`);

interface Neighborhood {
  zipCode: string;
  streets: readonly string[];
}

interface Area {
  /** Of the fictional numbers 555-0100 to 555-0199. */
  areaCodes: readonly string[];
  neighborhoods: readonly Neighborhood[];
}

const areas: Readonly<Record<string, Area>> = {
  denver: {
    areaCodes: ['303', '720', '983'],
    neighborhoods: [
      { zipCode: '80205', streets: ['Larimer St', 'Walnut St', 'Blake St', 'Downing St', 'Champa St'] },
      { zipCode: '80211', streets: ['Tejon St', 'W 32nd Ave', 'Zuni St', 'Osage St'] },
      { zipCode: '80206', streets: ['Josephine St', 'E 12th Ave', 'Detroit St', 'Milwaukee St'] },
      { zipCode: '80210', streets: ['S Pearl St', 'S Gaylord St', 'E Evans Ave'] },
      { zipCode: '80238', streets: ['Central Park Blvd', 'E 29th Ave', 'Roslyn St'] },
    ],
  },
  chicago: {
    areaCodes: ['312', '773'],
    neighborhoods: [
      { zipCode: '60607', streets: ['W Madison St', 'N Racine Ave', 'S Peoria St', 'W Adams St'] },
      { zipCode: '60622', streets: ['W Division St', 'N Damen Ave', 'N Hoyne Ave', 'W Augusta Blvd'] },
      { zipCode: '60614', streets: ['N Clark St', 'W Armitage Ave', 'N Halsted St'] },
      { zipCode: '60608', streets: ['W 18th St', 'S Ashland Ave', 'S Loomis St'] },
    ],
  },
  phoenix: {
    areaCodes: ['602', '480'],
    neighborhoods: [
      { zipCode: '85018', streets: ['E Campbell Ave', 'N 44th St', 'E Lafayette Blvd'] },
      { zipCode: '85016', streets: ['E Highland Ave', 'N 24th St', 'E Missouri Ave'] },
      { zipCode: '85251', streets: ['E Osborn Rd', 'N Miller Rd', 'E 2nd St'] },
      { zipCode: '85012', streets: ['W Virginia Ave', 'N 3rd Ave', 'W Encanto Blvd'] },
    ],
  },
  boston: {
    areaCodes: ['617', '857'],
    neighborhoods: [
      { zipCode: '02127', streets: ['E Broadway', 'Dorchester St', 'W 3rd St', 'Farragut Rd'] },
      { zipCode: '02210', streets: ['Congress St', 'A St', 'Summer St'] },
      { zipCode: '02128', streets: ['Meridian St', 'Maverick St', 'Webster St'] },
    ],
  },
};

/** Around a location of the demo. */
export function findArea(place: string): Area {
  const area = areas[place];
  if (!area) throw new Error(`Nobody lives near ${place}`);
  return area;
}

export const memberNotes: readonly string[] = [
  'Prefers early mornings. Training for the Colfax half marathon.',
  'Recovering from a knee operation; no box jumps until cleared by the physio.',
  'Interested in small-group strength on Tuesdays and Thursdays.',
  'Pays by card only. Would like receipts by email.',
  'Has asked about a second membership for a partner.',
  'Left-shoulder impingement; the coaches know.',
  'Switched over from the gym across the street.',
  'Brings a guest on most Saturdays.',
  'Night-shift nurse, usually in after 9 PM.',
  'Asked for a locker on the top row.',
  'Allergic to latex bands.',
  'Working up to a first pull-up.',
];

export const prospectNotes: readonly string[] = [
  'Took the tour, wants to think about it. Call back next week.',
  'Asked for the student rate; will bring an ID.',
  'Found us through a friend who is a member.',
  'Moving here next month and comparing gyms.',
  'Came to the open house. Interested in personal training.',
  'Left a number at the front desk; prefers text messages.',
];
