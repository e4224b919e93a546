import {
  AppBar,
  Avatar,
  Badge,
  Box,
  Drawer,
  IconButton,
  InputAdornment,
  List,
  ListItemButton,
  ListItemIcon,
  ListItemText,
  OutlinedInput,
  Stack,
  Toolbar,
  Tooltip,
  Typography,
} from '@mui/material';
import { useColorScheme } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon.tsx';

const pages: readonly { name: string; icon: IconName; count?: number }[] = [
  { name: 'Today', icon: 'today' },
  { name: 'Patients', icon: 'patients' },
  { name: 'Messages', icon: 'messages', count: 3 },
  { name: 'Laboratory', icon: 'lab' },
  { name: 'Billing', icon: 'billing' },
  { name: 'Reports', icon: 'reports' },
];

const width = 224;

export function Shell({ children }: { children: ReactNode }) {
  const { mode, setMode } = useColorScheme();
  return (
    <Box sx={{ display: 'flex', minHeight: '100vh' }}>
      <Drawer
        variant="permanent"
        sx={{ width, '& .MuiDrawer-paper': { width, borderInlineEnd: 1, borderColor: 'divider' } }}
      >
        <Toolbar sx={{ gap: 1.25, color: 'primary.main' }}>
          <Icon name="clinic" />
          <Typography noWrap sx={{ fontWeight: 700, color: 'text.primary' }}>
            Northgate Clinic
          </Typography>
        </Toolbar>
        <List component="nav" sx={{ px: 1, flexGrow: 1 }}>
          {pages.map(({ name, icon, count }) => (
            <ListItemButton key={name} selected={name === 'Patients'} sx={{ borderRadius: 1.5, mb: 0.25 }}>
              <ListItemIcon sx={{ minWidth: 36, color: name === 'Patients' ? 'primary.main' : undefined }}>
                <Icon name={icon} />
              </ListItemIcon>
              <ListItemText
                primary={name}
                slotProps={{ primary: { variant: 'body2', sx: { fontWeight: 500 } } }}
              />
              {count && <Badge badgeContent={count} color="primary" sx={{ mr: 1 }} />}
            </ListItemButton>
          ))}
        </List>
        <Stack direction="row" sx={{ gap: 1.5, p: 2, alignItems: 'center' }}>
          <Avatar sx={{ width: 34, height: 34, fontSize: 14, bgcolor: 'primary.main' }}>DW</Avatar>
          <Box>
            <Typography variant="body2" sx={{ fontWeight: 600 }}>
              Dana Whitfield
            </Typography>
            <Typography variant="caption" color="textSecondary">
              Front desk
            </Typography>
          </Box>
        </Stack>
      </Drawer>
      <Box sx={{ flexGrow: 1, minWidth: 0 }}>
        <AppBar
          position="sticky"
          color="inherit"
          elevation={0}
          sx={{
            borderBottom: 1,
            borderColor: 'divider',
            bgcolor: 'background.paper',
            backgroundImage: 'none',
          }}
        >
          <Toolbar sx={{ gap: 1 }}>
            <OutlinedInput
              size="small"
              placeholder="Search patients, visits, statements"
              inputProps={{ 'aria-label': 'Search' }}
              sx={{ width: 380, mr: 'auto', bgcolor: 'background.default' }}
              startAdornment={
                <InputAdornment position="start">
                  <Icon name="search" />
                </InputAdornment>
              }
            />
            <Tooltip title="Dark">
              <IconButton aria-label="Dark" onClick={() => setMode(mode === 'dark' ? 'light' : 'dark')}>
                <Icon name="dark" />
              </IconButton>
            </Tooltip>
            <IconButton aria-label="Notifications">
              <Badge variant="dot" color="error">
                <Icon name="bell" />
              </Badge>
            </IconButton>
          </Toolbar>
        </AppBar>
        <Box component="main" sx={{ p: 3, maxWidth: 1180, mx: 'auto' }}>
          {children}
        </Box>
      </Box>
    </Box>
  );
}
