export const LISTS = [
  'chronic_conditions',
  'current_medications',
  'allergies',
  'risk_factors',
  'family_history',
] as const;
export const SMOKING = ['never', 'former', 'current', 'unknown'] as const;
export const ALCOHOL = ['none', 'occasional', 'regular', 'heavy', 'unknown'] as const;
