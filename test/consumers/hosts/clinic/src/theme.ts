import { createTheme } from '@mui/material/styles';

export const theme = createTheme({
  cssVariables: { colorSchemeSelector: 'data-mui-color-scheme' },
  colorSchemes: {
    light: {
      palette: {
        primary: { main: '#00695c' },
        secondary: { main: '#546e7a' },
        background: { default: '#f5f7f7' },
      },
    },
    dark: {
      palette: {
        primary: { main: '#80cbc4' },
        secondary: { main: '#90a4ae' },
        background: { default: '#0f1514', paper: '#172120' },
      },
    },
  },
  shape: { borderRadius: 10 },
  typography: {
    fontFamily: '"Roboto Variable", Roboto, sans-serif',
    button: { textTransform: 'none', fontWeight: 600 },
    h4: { fontWeight: 500, letterSpacing: '-0.01em' },
    h6: { fontWeight: 600, fontSize: '1rem' },
  },
  components: {
    MuiCard: { defaultProps: { variant: 'outlined' } },
    MuiTableCell: {
      styleOverrides: { head: ({ theme: { vars } }) => ({ color: vars?.palette.text.secondary }) },
    },
  },
});
