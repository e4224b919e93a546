// @ts-nocheck the peers of the benches are not installed with the kit
export { zodResolver } from '@hookform/resolvers/zod';
