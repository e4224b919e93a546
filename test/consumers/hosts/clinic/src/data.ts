export interface Statement {
  number: string;
  totalCents: number;
  issuedAt: number;
  lines: readonly { date: string; service: string; code: string; clinician: string; cents: number }[];
}

const dayMs = 86_400_000;
const daysAgo = (days: number) =>
  new Date(Date.now() - days * dayMs).toLocaleDateString('en-US', { month: 'short', day: 'numeric' });

const lines = [
  {
    date: daysAgo(23),
    service: 'Office visit, established',
    code: '99214',
    clinician: 'Dr. Okafor',
    cents: 18_500,
  },
  {
    date: daysAgo(23),
    service: 'Electrocardiogram, 12 leads',
    code: '93000',
    clinician: 'Dr. Okafor',
    cents: 9_200,
  },
  {
    date: daysAgo(21),
    service: 'Metabolic and lipid panel',
    code: '80053',
    clinician: 'Laboratory',
    cents: 21_400,
  },
  {
    date: daysAgo(9),
    service: 'Ambulatory blood pressure',
    code: '93784',
    clinician: 'M. Ruiz, RN',
    cents: 24_650,
  },
  {
    date: daysAgo(9),
    service: 'Influenza vaccination',
    code: '90686',
    clinician: 'M. Ruiz, RN',
    cents: 6_500,
  },
  {
    date: daysAgo(2),
    service: 'Insurance adjustment',
    code: 'EOB',
    clinician: 'Meridian Health',
    cents: -16_000,
  },
];

export const statement: Statement = {
  number: 'S-20418',
  totalCents: lines.reduce((sum, { cents }) => sum + cents, 0),
  issuedAt: Date.now() - 2 * dayMs,
  lines,
};

export const patient = {
  name: 'Anna Keller',
  initials: 'AK',
  about: '46 years · born Mar 12, 1980 · MRN 104-2287',
  notes: ['Penicillin allergy', 'Hypertension'],
};

export const visits = [
  { when: 'Tue, Dec 8, 9:20 AM', what: 'Blood pressure follow-up', who: 'Dr. Okafor, room 2' },
  { when: 'Thu, Jan 14, 8:00 AM', what: 'Laboratory, fasting', who: 'Laboratory' },
];

export const money = (cents: number) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100);
